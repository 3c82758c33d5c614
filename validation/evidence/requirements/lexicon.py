"""Word lists of the subject, name and scope rules."""

from __future__ import annotations

from validation.evidence.grounding.text.stems import stem


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


TRIGGERS = _words(
    """find buy purchase order recommend suggest show get need want cheapest best lightest which compare any"""
)
"""Behind these stands what is looked for."""
BOUND_TRIGGERS = frozenset(
    (first, second)
    for firsts, second in (
        ("looking look searching search shopping hunting alternatives alternative options prices", "for"),
        ("price prices cost costs which", "of"),
    )
    for first in firsts.split()
)
"""The same, where the second word alone would say too little."""
FILLERS = _words(
    """me us a an the some any my our good nice great decent cheap cheapest best top lightest new used affordable
    reliable two three four five few several of these those all other better really very most least expensive
    popular"""
)
"""May stand between a trigger and the noun phrase."""
STOPS = _words(
    """for under below with without in on at to from of by near around within between that which who where when and or
    but is are was were has have had can could should would will do does did i you we he she it they them this
    these those there over above up less more than because so if as costing priced weighing based using what how
    please not made per like via our your my his her their be sold available currently we've i've that's"""
)
"""End a noun phrase."""
TRAILING = _words("""womens women's mens men's kids men women online today now again nearby locally""")
"""Stand at the end of a noun phrase without belonging to it."""
GENERIC = _words(
    """price prices option options one ones thing things something anything someone deal deals place places way ways
    shop shops store stores alternative alternatives product products item items offer offers time information
    info details answer answers help advice list table overview summary comparison example examples idea ideas
    recommendation know recommendations suggestion suggestions model models brand brands kind type sort lot bit
    money budget cost costs euros dollars link links source sources result results everything review reviews
    value quality use me"""
)
"""Say nothing about the kind of thing."""
NO_NAMES = _words(
    """i i'm i'd i've eur usd gbp chf eu us uk usa the a an is are was were do does did can could would should will
    what which who where when why how find show tell give get list please compare recommend suggest search look
    hi hello hey thanks thank and or but if in on at for from to of with my me also then than monday tuesday
    wednesday thursday friday saturday sunday january february march april may june july august september
    october november december english german french spanish italian json csv url urls html pdf ok okay dear buy
    need want order best cheapest top write name any now today yesterday tomorrow first second cheap good new
    old does has have explain describe summarize markdown"""
)
"""Written with a capital without naming a thing."""
NO_PLACES = _words(
    """january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday spring summer autumn winter english german french spanish italian dutch
    portuguese polish japanese chinese korean latin python java rust excel word markdown javascript typescript
    german euros"""
)
"""Stand behind `in` with a capital and are no places."""
_IMPLICIT_KINDS = _words(
    """restaurant hotel cafe bar pub movie film book novel song album game city town country place museum beach park
    company team player singer actor author artist person name stock podcast series show course app website dish
    meal recipe wine beer gift present activity event festival word language"""
)
IMPLICIT = frozenset(stem(word) for word in _IMPLICIT_KINDS)
"""Kinds that a list of names need not repeat: nobody writes `the restaurant Da Enzo`."""
_SYNONYMS = (
    "phone smartphone handset mobile cellphone iphone",
    "laptop notebook ultrabook macbook chromebook",
    "shoe sneaker trainer boot runner footwear",
    "couch sofa",
    "tv television",
    "bike bicycle e-bike",
    "car vehicle",
    "earbud earphone headphone headset",
    "fridge refrigerator",
    "jacket coat parka anorak",
    "flight fare airline plane",
    "backpack rucksack",
    "monitor display screen",
    "mug cup",
    "pants trousers jeans",
    "vacuum hoover",
    "apartment flat",
    "doctor physician",
    "job position vacancy",
    "medicine drug medication",
    "photo picture image",
    "kettle boiler",
    "stroller pram buggy",
    "flashlight torch headlamp",
    "glasses spectacles",
    "sweater jumper pullover",
    "dog puppy",
    "cat kitten",
    "pc computer desktop",
    "suitcase luggage trolley",
)
ALIKE = {stem(word): frozenset(stem(other) for other in group.split()) for group in _SYNONYMS for word in group.split()}
"""For a stem, the stems that name the same kind of thing."""
