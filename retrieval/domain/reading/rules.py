"""Rules that no score can outvote: what a sentence says that keeps it from answering the question asked."""

from __future__ import annotations

import re

from retrieval.domain.query.answer_type import candidates, has_candidate
from retrieval.domain.query.question import AnswerType, Question, answer_type
from retrieval.domain.text.passage import WORD, Span, term, terms
from validation.evidence.language.lexicon import concept
from validation.evidence.quantities.quantity import Kind, find_quantities

_ABSENT = re.compile(
    r"(?:\b(?:not|cannot|never|no)|n['’]t)\s+(?:\w{1,20}\s+){0,3}?(?:known|mention|disclos|specif|stat(?:ed|es?)\b"
    r"|publish|announc|reveal|determin|availab|document|recorded|decided)\w{0,8}"
    r"|\b(?:is|are|was|were|remains?) (?:\w{1,12}ly )?(?:unknown|unclear|undisclosed|unspecified|undecided)\b"
    r"|\b(?:to be (?:announced|determined|decided)|tba|tbd)\b",
    re.IGNORECASE,
)
_ASKED_ONLY = re.compile(r"\?[\"'”’»)\]*_]{0,6}\Z")
_TELLS = re.compile(
    r"\W*(?:do you know that|did you know)\b(?! (?:if|whether|how|wh\w{1,4})\b)"
    r"|.{0,600}\b(?:(?:any|more) questions|interested|waiting for|need help|(?:know|learn|read) more)\?\Z",
    re.IGNORECASE | re.DOTALL,
)
"""What only sounds like a question, and a line that runs on into `Any questions?`."""
_AS_KNOWN = re.compile(r",\s(?:which|who|whose|where)\b[^,?]{1,200}[,?]|\((?:it|he|she|they) [^()?]{1,200}\)")
_ASKS_ELSE = re.compile(
    r"\W*(?:q(?:uestion)?\s?[:.)]\W*)?(?:who|whose|where|when|why|how)\b(?! about\b)", re.IGNORECASE
)
_SURE = r"(?:sure(?:ly)?|of course|certainly|absolutely|indeed|exactly|definitely)"
_REPLY = r"\W*(?:a(?:nswer)?\s?[:.)]\W*)?"
_YES = re.compile(
    rf"[^\w\n✓✔]*[✓✔]|{_REPLY}(?:(?:yes|yep|correct|{_SURE})\b(?!\s+(?:or|not?|nobody|who|what|when|where|why|how)\b)"
    r"|(?:right|true|(?:that|this)(?: is|['’]s) (?:right|true|correct))\s*(?:[.!,]|\Z)"
    r"|(?:it|they|he|she|you|we|there) (?:is|are|was|were|does|do|did|can|may|has|have)[.!])",
    re.IGNORECASE,
)
_NO = re.compile(rf"{_REPLY}(?:no(?:pe)?|unfortunately|sorry|(?:{_SURE}\s+)?not)\b", re.IGNORECASE)
_NO_REPLY = re.compile(
    rf"{_REPLY}(?:(?:sorry|unfortunately|still)\b[\s,]*)?"
    r"(?:no (?:idea|information|info|answer|reply|comment|data|details)"
    r"|(?:we|i|they|you)(?: (?:still )?have|['’]ve(?: got)?) no (?:idea|information|info|answer)"
    r"|not sure|(?:we|i|they|you) (?:do not|don['’]t|cannot|can['’]t) (?:know|say|tell)"
    r"|(?:nobody|no one)(?: here)? knows)(?: (?:yet|that|this|exactly|for sure|(?:on|about) (?:that|this|it)))?\W*",
    re.IGNORECASE,
)
"""`No idea` and the like as a whole sentence."""
_PERMITS = re.compile(r"\b(?:can|cannot|may|must|need|needs|only|not|never|no)\b|n['’]t\b", re.IGNORECASE)
_ADJECTIVES = {
    "tall": "height",
    "high": "height",
    "wide": "width",
    "broad": "width",
    "deep": "depth",
    "long": "length",
    "thick": "thickness",
    "heavy": "weight",
}
_NOUNS = {
    "height": "height",
    "width": "width",
    "breadth": "width",
    "depth": "depth",
    "length": "length",
    "thickness": "thickness",
    "diameter": "diameter",
    "weight": "weight",
    "weighs": "weight",
    "weighed": "weight",
    "weigh": "weight",
}
_ASKED = re.compile(rf"\bhow ({'|'.join(_ADJECTIVES)})\b|\b({'|'.join(_NOUNS)})\b", re.IGNORECASE)
_UNIT = (
    r"(?:m|cm|mm|km|met(?:er|re)s?|kilomet(?:er|re)s?|centimet(?:er|re)s?|feet|foot|ft|inch(?:es)?|in|miles?|yards?)"
)
_STATED = re.compile(rf"\d[\s-]?{_UNIT}[\s-]({'|'.join(_ADJECTIVES)})\b|\b({'|'.join(_NOUNS)})\b", re.IGNORECASE)
_PLACE_BEFORE = re.compile(r"\b(?:in|at|near) \Z", re.IGNORECASE)
_LOOKED_BACK = 6

_ENDS = (
    {"opening": r"open(?:s|ed|ing)?|inaugurated|founded", "closing": r"clos(?:es?|ed|ing)|shut(?:s|down)?|until|till"},
    {
        "arriving": r"check[- ]?in|arriv(?:es?|ed|al|ing)",
        "leaving": r"check[- ]?out|depart(?:s|ed|ure|ing)?|leaves?|left|leaving"},
    {"beginning": r"beg[ai]ns?|starts?|started|starting", "ending": r"ends?|ended|ending|finish(?:es|ed)?|until|till"},
    {"birth": r"born|birth(?:day|date|place)?", "death": r"di(?:es?|ed)|death"},
    {"rising": r"sunrise|rises?", "setting": r"sunset|sets?"},
    {"highest": r"max(?:imum|imal)?|highest|at most", "lowest": r"min(?:imum|imal)?|lowest|at least"},
)  # fmt: skip
_RIVALS = (
    {
        "writing": r"wr(?:ote|ites?|itten|iter)|authors?|authored|by",
        "translating": r"translat(?:ed|es|ors?|ions?)",
        "drawing": r"illustrat(?:ed|es|ors?)",
    },
    {"phone": r"(?:tele)?phone|tel|call|mobile", "fax": r"(?:tele)?fax", "mail": r"e-?mail"},
    {"boiling": r"boil(?:s|ing)?", "melting": r"melt(?:s|ing)?|freez(?:es|ing)"},
)  # fmt: skip
_END_WORDS, _RIVAL_WORDS = (
    tuple({name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in each.items()} for each in groups)
    for groups in (_ENDS, _RIVALS)
)
"""A range states both ends, and nothing about the properties of the other groups."""
_IS_CLOSED = re.compile(r"\b(?:is|are|was|were|be|stays?|remains?) (?:\w{1,20} )?(?:closed|shut)\b", re.IGNORECASE)
"""`No`, where it is asked whether something is open."""
_BY_ANOTHER = re.compile(r"\b(?:translated|illustrated|edited|published|reviewed) by\b", re.IGNORECASE)
_BOUND = r"(?!0\d\d)\d{1,4}(?:[:.,]\d{1,3})?"
_RANGE = re.compile(
    rf"\d\s?(?:–|—|to|and|bis)\s?\d|\d\s-\s\d|(?<!\d)(?<!\d[-.:,]){_BOUND}-{_BOUND}(?![-.:,]?\d)", re.IGNORECASE
)
"""With a bare hyphen no date, telephone or CAS number, which have further groups or begin with the zero of a prefix."""
_AROUND = 20
_LONGEST = 2_000
_LENGTH = frozenset({"m", "inch", "mile"})
_UNITS = {
    **dict.fromkeys(_NOUNS.values(), _LENGTH),
    "weight": frozenset({"g", "oz"}),
    "length": _LENGTH | {"s", "month"},
}
_NEVER_MONEY = frozenset({AnswerType.TIME, AnswerType.DURATION, AnswerType.PERSON, AnswerType.PLACE})
_TIME = re.compile(
    r"(?:(?:at|on|in|by|from|since|until) )?"
    r"(?:1\d{3}|20\d\d|\d{1,2}:\d\d(?: ?[ap]\.?m\.?)?|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(r"\bhow many (?:other |more |different )?(?P<what>[a-z][\w-]{1,30})", re.IGNORECASE)
_ANYBODY = frozenset(map(term, ("people", "persons", "men", "women", "times")))
_COUNTED = re.compile(
    r"[\s-]{1,2}(?:(?:hundred|thousand|million|billion|dozen|and a half)\s)?(?P<what>[a-z][a-z-]{1,30})\b"
)
_AMOUNT_IN_WORDS = re.compile(
    r"\b(?:no|not|never|cannot|without|both|single|once|twice|dozens|hundreds|thousands|millions|pair|couple"
    r"|unlimited)\b|n['’]t\b",
    re.IGNORECASE,
)
_SINGULAR = re.compile(r"\ban?\s+(?=((?:[\w-]{1,30}\s+){0,2}[\w-]{1,30}))", re.IGNORECASE)
_HOW_LONG_IS = re.compile(
    r"\bhow long (?:is|are)\b(?!.*\b(?:open|closed|shut|valid|left|good|in|on|for|until|\w{2,20}(?:ed|ing|able))\b)",
    re.IGNORECASE,
)
"""Of a thing, which has a length or a duration, and not of a state."""


def says_unknown(sentence: str) -> bool:
    """Sentences that say that something is not said: they are about the question and still no answer to it."""
    return bool(_ABSENT.search(sentence) or _NO_REPLY.fullmatch(sentence))


def only_asks(question: Question, sentence: str, place: int, behind: str) -> bool:
    """Whether a sentence asks for the answer at `place` in it, as `Was it founded in 1995?`, and `behind`, up to the
    end of the next one, does not reply to it. `Is the lamp, which costs 40 EUR, waterproof?` states the price, and
    `Who founded Acme in 1995?` the year."""
    if not _ASKED_ONLY.search(sentence) or _TELLS.match(sentence):
        return False
    if any(match.start() < place < match.end() for match in _AS_KNOWN.finditer(sentence)):
        return False
    asks_else = _ASKS_ELSE.match(sentence)
    if asks_else and asks_else.end() <= place and answer_type(sentence) is not question.asks_for:
        return False
    if _YES.match(behind):
        return False
    return question.asks_for is not AnswerType.YES_NO or not _replies(question, behind)


def _replies(question: Question, sentence: str) -> bool:
    """Whether it begins as a No, or states more than half of what is asked about in any form, or half and a rule:
    `Can I cancel? Bookings can be cancelled.` What is only about the same thing replies to nothing."""
    if _ASKED_ONLY.search(sentence) or says_unknown(sentence):
        return False
    if _NO.match(sentence):
        return True
    stated = set(terms(sentence[:_LONGEST]))
    shared = [
        asked for asked in question.terms if any(asked.startswith(one) or one.startswith(asked) for one in stated)
    ]
    return 2 * len(shared) + bool(_PERMITS.search(sentence)) > len(question.terms)


def states_another_property(question: Question, sentence: str) -> bool:
    """Whether the sentence states measures, and none of those that the question asks for."""
    asked = _properties(_ASKED, question.text)
    stated = _properties(_STATED, sentence) if asked else frozenset()
    return bool(stated) and stated.isdisjoint(asked)


def measures_something_else(question: Question, answer: str) -> bool:
    """Whether an answer is a measure that the property asked for is not given in: no weight is 45 cm, no time 5 EUR,
    no place 10:30."""
    if question.asks_for is AnswerType.PLACE and _TIME.fullmatch(answer.strip()):
        return True
    found = find_quantities(answer)
    if question.asks_for in _NEVER_MONEY and found and all(one.kind is Kind.MONEY for one in found):
        return True
    units = frozenset().union(*(_UNITS[name] for name in _properties(_ASKED, question.text)))
    measured = {one.unit for one in found if one.kind is Kind.MEASURE}
    return bool(units and measured) and units.isdisjoint(measured)


def counts_something_else(question: Question, answer: str, behind: str, sentence: str) -> bool:
    """Whether `how many aircraft` is answered by `7.9 million` of passengers. `behind` follows the answer in its
    sentence; what is asked for must stand there, unless the figure stands alone."""
    asked = _HOW_MANY.search(question.text[:_LONGEST])
    if asked is None:
        return False
    wanted = term(asked["what"])
    if wanted in _ANYBODY or wanted in terms(sentence):
        return False
    figures = find_quantities(answer)
    counted = _COUNTED.match(f"{answer}{behind}", figures[-1].end) if figures else None
    if counted is None or not counted["what"].endswith("s") or term(counted["what"]) in _ANYBODY:
        return False
    return concept(counted["what"])[0] != concept(asked["what"].lower())[0]


def lacks_a_length(question: Question, sentences: str) -> bool:
    """`How long is the tunnel?` asks for a length or a duration; `closed from 3 to 19 March` is neither."""
    return bool(_HOW_LONG_IS.search(question.text[:_LONGEST])) and not has_candidate(AnswerType.DURATION, sentences)


def lacks_a_number(question: Question, sentences: str) -> bool:
    """`How many rooms` asks for a number, in digits or words, for `a room`, or the statement that there are none."""
    asked = _HOW_MANY.search(question.text[:_LONGEST])
    if question.asks_for is not AnswerType.COUNT or asked is None:
        return False
    if candidates(question, sentences) or _AMOUNT_IN_WORDS.search(sentences):
        return False
    what = asked["what"].lower()
    behind_article = {word.lower() for match in _SINGULAR.finditer(sentences) for word in WORD.findall(match[1])}
    if any(term(word) == term(what) for word in behind_article - {what}):
        return False
    return all(one.text in question.text for one in find_quantities(sentences))


def lacks_a_name(question: Question, text: str) -> bool:
    """Whether a part of a full name that is also a common word, the `Per` of `Per Ostrand`, is missing in `text`."""
    if not question.small_names:
        return False
    return not {word.lower() for word in WORD.findall(text)}.issuperset(question.small_names)


def is_range(text: str, answer: Span) -> bool:
    """Whether `answer`, a part of `text`, is a range or an end of one."""
    start, end = answer
    found = _RANGE.finditer(text, max(0, start - _AROUND), end + _AROUND)
    return any(match.start() < end and start < match.end() for match in found)


def states_competing_property(question: Question, sentence: str, *, has_both_ends: bool) -> bool:
    """Whether the sentence states a property of the kind that is asked for, and not that one."""
    statement = _BY_ANOTHER.sub(lambda match: match[0].split()[0], sentence[:_LONGEST])
    for group in _RIVAL_WORDS if has_both_ends else (*_END_WORDS, *_RIVAL_WORDS):
        asked = {name for name, words in group.items() if words.search(question.text[:_LONGEST])}
        stated = {name for name, words in group.items() if words.search(statement)} if asked else set()
        if stated and stated.isdisjoint(asked):
            return not (question.asks_for is AnswerType.YES_NO and "opening" in asked and _IS_CLOSED.search(statement))
    return False


def has_answer_shape(question: Question, sentence: str) -> bool:
    """Whether the sentence holds what could be the answer; a name after "in" is a place and no person."""
    found = candidates(question, sentence)
    if question.asks_for is not AnswerType.PERSON:
        return bool(found)
    return any(not _follows_place_word(sentence, name) for name in found)


def _follows_place_word(sentence: str, name: str) -> bool:
    start = sentence.find(name)
    return _PLACE_BEFORE.search(sentence[max(0, start - _LOOKED_BACK) : start]) is not None


def _properties(pattern: re.Pattern[str], text: str) -> frozenset[str]:
    found = (match[1] or match[2] for match in pattern.finditer(text))
    return frozenset((_ADJECTIVES | _NOUNS)[word.lower()] for word in found)
