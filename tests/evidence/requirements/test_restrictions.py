"""What a user must not eat, in the notations of section 2 and in the words of the query."""

import time

import pytest

from tests.evidence.requirements.turns import check, met
from validation.evidence.requirements.restrictions import restrictions

QUERY = "Suggest a dish I could order tonight, with its price."
PAD = "The Pad Thai with peanuts costs 12 EUR."
HUMMUS = "The hummus with sesame costs 8 EUR."
CHICKEN = "The green curry with chicken costs 13 EUR."
PIZZA = "The Margherita with mozzarella and wheat flour costs 10 EUR."
MILK = "The milk rice costs 7 EUR."
SALMON = "The salmon costs 15 EUR."
RICE = "The vegetable rice costs 9 EUR."
LONG = "- Cafe Gruen opens at nine and closes at six\n" * 100


def preferences(said: str) -> str:
    return f"### Session Preferences\n{said}\n"


@pytest.mark.parametrize(
    ("said", "dish"),
    [
        ("- **Allergies:** peanuts", PAD),
        ("- **Allergies**: peanuts", PAD),
        ("- allergies:\n  - celery\n  - peanuts", PAD),
        ("```yaml\nname: Kim\nallergies: [peanuts, celery]\n```", PAD),
        ("```yaml\nname: Kim\nallergies:\n  - peanuts\ncity: Bremen\n```", PAD),
        ('```json\n{"profile": {"allergies": ["peanuts"]}}\n```', PAD),
        ("| preference | value |\n|---|---|\n| allergy | peanuts |", PAD),
        ("| name | allergies |\n|---|---|\n| Kim | peanuts |", PAD),
        ("- food_allergies: peanuts", PAD),
        ("- allergens: peanuts", PAD),
        ("- avoid: peanuts", PAD),
        ("- Allergie: Erdnüsse", PAD),
        ("- allergies: peanuts, tree nuts, sesame", HUMMUS),
        ("- allergies: peanuts; sesame", HUMMUS),
        ("- allergies: peanuts/sesame", HUMMUS),
        ("- allergies: peanuts & sesame", HUMMUS),
        ("- allergies: peanuts (severe), sesame", HUMMUS),
        ("- allergic to peanuts, and sesame", HUMMUS),
        ("- does not eat meat", CHICKEN),
        ("- doesn't eat meat", CHICKEN),
        ("- gluten-free diet", PIZZA),
        ("- dairy-free", PIZZA),
        ("- no dairy", PIZZA),
        ("- allergic to milk", PIZZA),
        ("- The user is vegan.", PIZZA),
        ("- diet: vegetarian", CHICKEN),
        ("- Breakfast: no milk", MILK),
        ("- User said: no milk, please", MILK),
        ("- eats no fish", SALMON),
        ("- must not have fish", SALMON),
        ("- Kim: no fish", SALMON),
        ("- User has a cat and is allergic to fish", SALMON),
        ("- User's daughter is allergic to fish", SALMON),
        ("- User walks her dog and is allergic to fish", SALMON),
        ("- User's cat is allergic to beef, the user is allergic to fish", SALMON),
        ("- Her dog has fleas, and she is allergic to peanuts", PAD),
        ("- User's dog is called Bo, allergic to peanuts", PAD),
        ("- My cat has no name, but my wife is allergic to peanuts", PAD),
        ("- Our dog is a boxer and Kim is allergic to peanuts", PAD),
        ("- My dog is allergic to beef, Kim is allergic to fish", SALMON),
        ("- my dog is a beagle, no fish for me", SALMON),
        ("- No peanuts in the house, son is allergic", PAD),
        ("- no peanuts at home because of an allergy", PAD),
        ("- avoids peanuts at home", PAD),
        ("- Shopping preferences: no peanuts", PAD),
        ("- Groceries: no peanuts", PAD),
        ("- Coffee: avoid milk", MILK),
        ("- The user has no fish for religious reasons", SALMON),
        ("- has no fish", SALMON),
        ("- vegetarian since January; hates courgettes", CHICKEN),
        ("- User is vegan and never drinks alcohol", CHICKEN),
        ("- I am vegetarian and I don't smoke", CHICKEN),
        ("- Vegan for three years", CHICKEN),
        ("- User went vegan in 2019", CHICKEN),
        ("- Went vegetarian", CHICKEN),
        ("- User decided to be vegan", CHICKEN),
        ("- Vegan household", CHICKEN),
        ("- Lives in a vegan household", CHICKEN),
        ("- Keeps a vegetarian diet", CHICKEN),
        ("- Follows a strict vegan diet", CHICKEN),
        ("- On a vegan diet since May", CHICKEN),
        ("- The user, who is vegan, lives in Bonn", CHICKEN),
        ('```json\n{"diet": {"type": "vegan"}}\n```', CHICKEN),
        ('```json\n{"allergies": [{"name": "peanut", "severity": "high"}]}\n```', PAD),
        ("- No known allergies except nuts", PAD),
        ("- Allergies: none known except peanuts", PAD),
        ("- Allergic: peanuts (note: not the user's wife)", PAD),
        ("- does not eat fish or seafood", "The salad with anchovies costs 11 EUR."),
        ("- shellfish allergy", "The risotto with prawns costs 16 EUR."),
        ("- User has no peanuts, milk or eggs", PAD),
        ("- no pork, peanut allergy", PAD),
        ("- no peanuts, egg or fish in anything", PAD),
        ("- no milk, fish or peanut products", PAD),
        ("- User has no problem with eggs, but no peanuts please", PAD),
        ("- User has no issues with milk but is allergic to peanuts", PAD),
        ("- no fish because of problems with bones", SALMON),
        ("- User eats no fish, has no problem with milk", SALMON),
        ("- She doesn't have fish because of issues with eggs", SALMON),
        ("- No dishes with milk", MILK),
        ("- User eats no peanuts and wants to buy some bread", PAD),
        (LONG + "- allergic to peanuts", PAD),
        ("- User has no issues with milk and never eats fish", SALMON),
        ("- My wife has no trouble with gluten and must not eat peanuts", PAD),
        ("- no problems with gluten and no fish please", SALMON),
        ("- User has no problem with eggs and avoids fish", SALMON),
        ("- User tries to avoid fish", SALMON),
        ("- My daughter has been told to avoid peanuts", PAD),
        ("- My doctor told me to avoid fish", SALMON),
        ("- has to avoid peanuts", PAD),
        ("- User eats meat but no fish", SALMON),
        ("- likes cheese but no milk", MILK),
    ],
)
def test_what_a_user_must_not_eat_is_not_offered(said: str, dish: str) -> None:
    assert met(check(QUERY, dish, gathered=preferences(said)), "preference") is False


@pytest.mark.parametrize(
    "said",
    [
        "- **Allergies:** peanuts",
        "- allergies: [peanuts, sesame]",
        "- diet: vegetarian, no nuts",
        "- gluten-free diet",
        "- doesn't eat meat",
    ],
)
def test_a_dish_without_it_may_be_offered(said: str) -> None:
    assert met(check(QUERY, RICE, gathered=preferences(said)), "preference") is True


@pytest.mark.parametrize(
    ("said", "dish"),
    [
        ("- The user asked for vegan restaurants for a colleague", PIZZA),
        ("- partner: vegetarian", CHICKEN),
        ("- not vegetarian any more", CHICKEN),
        ("- used to be vegan", CHICKEN),
        ("- The user was vegan until 2020", CHICKEN),
        ("- The user is vegan no longer", CHICKEN),
        ("- User isn't vegan, and eats meat", CHICKEN),
        ("- diet: vegan until May", CHICKEN),
        ("- vegan diet: false", CHICKEN),
        ("- User prefers non-vegan food", CHICKEN),
        ("- User went to a vegan restaurant last week", CHICKEN),
        ("- User went last week to a vegan cafe and did not like it", CHICKEN),
        ("- Vegan restaurants nearby: Gruen", CHICKEN),
        ('```json\n{"diet": {"type": "none", "vegan": false}, "allergies": []}\n```', CHICKEN),
        ("- Vegan food for Kim: ask at Gruen", CHICKEN),
        ("- In vegan food, iron is rare", CHICKEN),
        ("- No allergies, friends except Tom eat peanuts", PAD),
        ("- Kim is allergic to peanuts (Kim is not the user)", PAD),
        ("- vegan: no", PIZZA),
        ("- allergies: none", PAD),
        ("- allergies: none known; likes peanuts", PAD),
        ("- no known food allergies", PAD),
        ("- no longer allergic to peanuts", PAD),
        ("- no pets", PAD),
        ("- User has no milk left", MILK),
        ("- no milk left, no eggs at home", MILK),
        ("- Pantry: no milk, no eggs", MILK),
        ("- in the fridge: no milk", MILK),
        ("- coffee: without milk", MILK),
        ("- User's cat is allergic to fish", SALMON),
        ("- My old dog does not eat fish", SALMON),
        ("- My puppy is allergic to beef, wheat and fish", SALMON),
        ("- My dog has a fish allergy", SALMON),
        ("- User has no fish at home", SALMON),
        ("- no fish allergy", SALMON),
        ("- avoids highways", PAD),
        ("- Kids: no peanuts at home", PAD),
        ("- no peanuts at home or in the office", PAD),
        ("- User has no issues with peanuts", PAD),
        ("- User has no trouble with milk or peanuts", PAD),
        ("- She has no peanut allergy or restriction", PAD),
        ("- User has no history of peanut allergy", PAD),
        ("- He has no egg or peanut intolerance", PAD),
        ("- User has no sensitivity to peanuts", PAD),
        ("- Keine Probleme mit Erdnüssen", PAD),
        ("- User doesn't have any problem with peanuts", PAD),
        ("- Family has no objections to fish", SALMON),
        ("- User has no fish preference", SALMON),
        ("- He has no aversion to fish", SALMON),
        ("- no complaints about fish", SALMON),
        ("- Allergies: no issues with eggs and fish", SALMON),
        ("- User has no trouble with wheat and milk", MILK),
        ("- The bistro has soup but no fish", SALMON),
        ("- The guests love the cakes but no peanuts", PAD),
        ("- People with reflux have to avoid milk", MILK),
        ("- Pregnant women are advised to avoid fish", SALMON),
        ("- The chef tries to avoid peanuts", PAD),
    ],
)
def test_what_is_no_rule_of_the_user_rules_nothing_out(said: str, dish: str) -> None:
    assert met(check(QUERY, dish, gathered=preferences(said)), "preference") is None


def test_what_a_search_found_is_no_diet_of_the_user() -> None:
    gathered = "### Cached Research\n- Cafe Gruen is vegan\n- allergens: peanuts\n"
    assert met(check(QUERY, PAD, gathered=gathered), "preference") is None


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("Results of turn 3", "User is allergic to peanuts"),
        ("Search results", "the user is allergic to peanuts"),
        ("Cached facts", "user: allergic to peanuts"),
        ("Retrieved facts", "Turn 2: I am allergic to peanuts"),
        ("Passages from earlier turns", "I'm allergic to peanuts"),
        ("Evidence", "My allergies: peanuts"),
        ("Results", "We can't eat peanuts"),
        ("Results", "I have a peanut allergy"),
        ("Search results", "Turn 3: I don't eat peanuts and live in Bonn"),
        ("Passages from earlier turns", "I don't eat peanuts and live in Bonn"),
        ("Search results", "I am allergic to peanuts, eggs and shellfish (source_ref: mem)"),
        ("Documents", "I have a peanut allergy (source_ref: session_3)"),
        ("Result of get_notes (source_ref: c1)", "(source_ref: c1) I can't eat peanuts"),
    ],
)
def test_what_a_search_found_of_the_user_counts(heading: str, said: str) -> None:
    assert met(check(QUERY, PAD, gathered=f"### {heading}\n- {said}\n"), "preference") is False


@pytest.mark.parametrize(
    "said",
    [
        "Cafe Gruen is allergic-friendly, contains: no peanuts",
        "User reviews: many guests are allergic to peanuts",
        "Peanut allergy: what guests should know",
        "Kim on Cafe Gruen: I am allergic to peanuts and they took care",
        "Menu of Roma: allergens peanuts, milk",
        "Our menu: no peanuts",
        "We are a vegan cafe, closed on Monday",
        "I don't eat peanuts and they cared - Anna, TripAdvisor",
        "I avoid peanuts, but Roma was great, says a guest",
        "I'm allergic to peanuts. They took care",
        "My son is allergic to peanuts and the staff checked",
        "I am allergic to peanuts, eggs and shellfish (Anna, TripAdvisor)",
        "I'm allergic to peanuts and they cared (source_ref: web_1)",
        "I eat no peanuts, says a guest (source_ref: web_1)",
    ],
)
def test_what_a_search_found_of_others_rules_nothing_out(said: str) -> None:
    assert met(check(QUERY, PAD, gathered=f"### Search results\n- {said}\n"), "preference") is None


@pytest.mark.parametrize(
    "heading", ["Retrieved memories", "Cached preferences", "Search results in the user's profile"]
)
def test_what_was_remembered_of_the_user_counts_however_it_was_found(heading: str) -> None:
    gathered = f"### {heading}\n- allergic to peanuts\n"
    assert met(check(QUERY, PAD, gathered=gathered), "preference") is False


def test_how_severe_an_allergy_is_names_no_food() -> None:
    said = '```json\n{"allergies": [{"name": "celery", "severity": "high"}]}\n```'
    assert met(check(QUERY, "The price of the soup is high: 30 EUR.", gathered=preferences(said)), "preference") is True


def test_what_a_pet_must_not_eat_counts_where_it_is_asked_for() -> None:
    query = "Suggest a food for my cat, with its price."
    assert met(check(query, SALMON, gathered=preferences("- User's cat is allergic to fish")), "preference") is False


def test_no_more_than_a_hundred_restrictions_are_reported() -> None:
    said = "".join(f"- allergic to x{chr(97 + n // 26)}{chr(97 + n % 26)}z\n" for n in range(600))
    report = check(QUERY, RICE, gathered=preferences(said))
    assert sum(one.kind == "preference" for one in report.requirements) == 100


def test_an_allergy_ends_where_likings_begin() -> None:
    gathered = preferences("- allergic to peanuts, likes sesame")
    assert met(check(QUERY, HUMMUS, gathered=gathered), "preference") is True


@pytest.mark.parametrize(
    "asked", ["which cake can I have?", "so which cake is fine?", "what can I order?", "is there a cake for me?"]
)
def test_an_allergy_ends_where_a_question_begins(asked: str) -> None:
    assert [said for said, _ in restrictions(f"I am allergic to nuts, {asked}", "", "")] == ["allergic to nuts"]


@pytest.mark.parametrize(
    ("query", "dish", "holds"),
    [
        ("Suggest a dish without peanuts, with its price.", PAD, False),
        ("Suggest a peanut-free dish, with its price.", PAD, False),
        ("Suggest a meatless dish, with its price.", CHICKEN, False),
        ("Suggest a gluten-free dish with its price.", PIZZA, False),
        ("Suggest a dish, I can't have dairy.", PIZZA, False),
        ("I have a peanut allergy, suggest a dish.", PAD, False),
        ("Ich bin gegen Erdnüsse allergisch, was kann ich essen?", PAD, False),
        ("Suggest a dish without peanuts, with its price.", "The rice costs 9 EUR and holds no peanuts.", True),
        ("Suggest a hands-free headset, with its price.", "The Aro headset costs 39 EUR.", None),
        ("Suggest a kettle without a lid.", "The Aro kettle has no lid.", None),
        ("Suggest a wireless mouse.", "The Aro mouse is wireless.", None),
        ("What happens if I take the tablets without milk?", "Take the tablets with milk or water.", None),
    ],
)
def test_what_a_query_leaves_out_is_not_offered(query: str, dish: str, holds: bool | None) -> None:
    assert met(check(query, dish), "preference") is holds


@pytest.mark.parametrize(
    "piece", ["allergic to peanuts, ", "vegan ", "gluten-free, ", "no ", "allergies:\n- a\n", "my dog is "]
)
def test_a_long_section_is_read_in_linear_time(piece: str) -> None:
    """A square term took 7 s of three times this."""
    started = time.process_time()
    check(QUERY, RICE, gathered=preferences(piece * (100_000 // len(piece))))
    assert time.process_time() - started < 6


def test_fences_in_fences_are_read() -> None:
    fences = "\n".join("`" * length for length in range(400, 2, -1))
    assert met(check(QUERY, PAD, gathered=preferences(f"{fences}\nallergies: peanuts")), "preference") is False
