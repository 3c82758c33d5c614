"""Issues as a judge words them, by what they mean: the same complaint seldom comes in the same words twice."""

from __future__ import annotations

SAID: dict[str, tuple[str, ...]] = {
    "reference": (
        "The query refers to 'it' without prior context.",
        "Unclear what “that one” refers to.",
        "The reference 'those' cannot be resolved because there is no conversation history.",
        "No antecedent for 'them' in the conversation.",
        "'this' has no referent.",
        "The pronoun “they” refers to nothing that was said before.",
    ),
    "product": (
        "The query does not specify which product is meant.",
        "No product is named.",
        "It is unclear which product the user wants the cheapest of.",
        "The product type is not stated.",
        "Missing core entity: the product is not mentioned.",
        "The query names no product.",
    ),
    "place": (
        "The location is not specified.",
        "No city is given for the restaurant search.",
        "The destination of the trip is missing.",
        "The query does not say in which city.",
        "Location unknown: the user gives no place.",
        "The place is not stated.",
    ),
    "dates": (
        "The travel dates are not given.",
        "No dates are specified for the stay.",
        "The query does not say on which date.",
        "The date of the booking is missing.",
        "Missing dates: when the user wants to travel is unknown.",
    ),
    "readings": (
        "'book' could mean to reserve or to read.",
        "The verb “table” has two incompatible readings.",
        "'jaguar' may mean the car or the animal.",
        "Ambiguous term 'python': it could mean the snake or the language.",
        "The word “charge” has several incompatible meanings.",
        "“run” can be read in two different ways.",
    ),
    "budget": (
        "No budget is stated.",
        "The price range is not given.",
        "The user did not state a maximum price.",
        "The budget of the user is unknown.",
        "No price limit is specified.",
    ),
    "purpose": (
        "resolved_query asks for shoes but user_purpose says to book a hotel.",
        "user_purpose (buy a laptop) does not match resolved_query (repair a laptop).",
        "The user_purpose contradicts the resolved_query.",
        "resolved_query and user_purpose disagree.",
        "user_purpose is about travel while resolved_query is about cooking.",
    ),
    "live": (
        "data_requirements asks for live data although the question is historical.",
        "data_requirements flags live data for a question about the past.",
        "Live data is requested in data_requirements but nothing in the query changes over time.",
        "data_requirements: needs_live_data is true for a query about 1848.",
    ),
    "person": (
        "Several people are called “Michael Jordan”; which person is meant is unclear.",
        "The person named 'Smith' is ambiguous.",
        "It is unclear which person called 'Anna' is meant.",
        "More than one person has the name “J. Lee”.",
    ),
    "format": (
        "The desired output format is not stated.",
        "It is unclear whether the user wants a list or a table as output.",
        "The output format is ambiguous.",
        "No format of the answer is given.",
    ),
    "unreadable": (
        "The query is not understandable.",
        "The query cannot be interpreted: random characters.",
        "The text is gibberish and cannot be understood.",
        "The query consists of random characters.",
    ),
    "several": (
        "The query asks two unrelated things at once.",
        "Two separate requests stand in one query.",
        "The query mixes 2 unrelated questions.",
        "The user asks 3 different questions in one message.",
    ),
}
