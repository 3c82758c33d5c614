"""The closed word classes that the rules read a query with. They are data: adding a word changes no code."""

from __future__ import annotations


def words_of(words: str) -> frozenset[str]:
    return frozenset(words.split())


REFERENCES = words_of("""
    that this it those these one ones them they him her he she his there other another same former latter
    previous both  either thing things item items option options above earlier more something
""")
"""Words that point at something said before."""

ORDINALS = words_of("""
    first second third fourth fifth last next 1st 2nd 3rd 4th 5th
""")

RANKING = words_of("""
    cheapest best fastest biggest smallest largest newest latest oldest closest nearest worst lowest highest
    most least  cheaper better faster bigger smaller larger newer worse top
""")
"""Superlatives and comparatives: of what?"""

ATTRIBUTES = words_of("""
    price prices cost costs rating size color colour weight difference specs warranty
""")
"""Properties: of what?"""

VERBS = words_of("""
    get give show find buy order send bring tell fetch grab pick choose take open compare recommend suggest
    search look  see make use book reserve purchase explain describe delete remove cancel play read start
    stop add update change  fix repeat table charge file run draw ship share print summarize summarise translate
    remind schedule move return  list pay rent sell download install try save forward post
""")
"""What a user orders, with nothing said about what."""

NEEDS_OBJECT = words_of("""
    buy order find show get send compare recommend book reserve purchase delete cancel fetch grab bring
    translate summarize  summarise rent sell download remind schedule
""")
"""Verbs that make no sense alone."""

FUNCTION = words_of("""
    please pls can could would will should shall you i me we us to the a an some any just now then and or for of
    do does did is  are was were be been am like want wanna need let lets let's i'd i'll it's that's what's
    who's where's how's which's go ahead  kindly again too also really very out up in on at with about by from
    than under over near today right asap under  between below around much many not expensive affordable good
    nice cheap popular rated available my before put cart basket bag wishlist two three four five six seven eight
    nine ten less max maximum up
""")
"""Words that name nothing."""

MONEY = words_of("""
    euro euros eur dollar dollars usd bucks pound pounds gbp quid franc francs chf yen zloty kr sek nok dkk pln cents
    twenty thirty forty fifty sixty seventy eighty ninety hundred thousand
""")
"""Beside a superlative they are a limit, and name nothing either."""

DETERMINERS = words_of("""
    a an the some any my other another same good nice cheap popular affordable available
""")
"""After one of these a verb is a noun: the book, a run, the cheapest table."""

QUESTION_WORDS = words_of("""
    what which who whom whose where when why how what's who's where's how's
""")

WORK = words_of("""
    edit run fix create write implement refactor debug modify change update add remove delete rename patch
    rewrite  optimize optimise compile build install deploy execute commit merge revert port migrate lint format
    generate develop  make convert move replace extract clean apply rerun push
""")
"""Verbs that order work on code when their object is code."""

WORK_ON_CODE = words_of("""
    refactor lint transpile dockerize typecheck
""")
"""Verbs whose object is always code."""

ASKING = words_of("""
    how what what's why where when which who is are was were does do did should explain describe summarize tell
""")
"""A sentence that begins so orders nothing."""

EXTENSIONS = words_of("""
    py pyi js mjs ts tsx jsx java cc cpp hpp cs go rs rb php swift kt scala lean sh bash sql yaml yml toml json
    ini cfg  conf lock gradle xml html css scss vue ipynb md tex tf proto lua jl hs ml ex exs erl dart c h r
""")
"""Endings of source, configuration and text files."""

PRODUCTS = words_of("""
    node.js next.js nuxt.js vue.js react.js d3.js three.js express.js angular.js ember.js backbone.js docs.rs
""")
"""Names that only look like files."""

SAYINGS = frozenset(
    {
        "that's it",
        "that is it",
        "this is it",
        "that's that",
        "is that you",
        "it is what it is",
        "same to you",
        "let it be",
        "let it go",
        "who's there",
        "who is there",
        "what's the latest",
        "what is the latest",
        "is it you",
        "it's you",
        "it's me",
        "more or less",
        "first of all",
        "i like it",
        "i want to do more",
        "how is it going",
    }
)
"""Fixed phrases that look like a query without a subject and are none."""

READINGS = {
    "book": ("make a reservation", "look into a book to read"),
    "table": ("put it aside", "present it as a table"),
    "charge": ("bill it", "charge a battery"),
    "file": ("submit it", "store it as a file"),
    "run": ("execute it", "manage or organise it"),
    "draw": ("sketch it", "pick it at random"),
    "play": ("play media", "play a game"),
    "order": ("buy it", "sort it"),
    "post": ("publish it online", "send it by mail"),
    "save": ("store it", "spend less on it"),
    "ship": ("send it to an address", "release it"),
    "print": ("print it on paper", "display it"),
    "schedule": ("put it in a calendar", "show its timetable"),
    "return": ("send it back for a refund", "go back to it"),
}
"""Verbs whose readings lead to different work."""

COMPLAINING = words_of("""
    the a an is are was were be been am it its of to in for on at by with and or but although while that which what this
    query queries question user users analysis wants want needs says say said states stated state given give gives
    specified specify specifies mentioned mention named name names unclear ambiguous unknown missing not no cannot be
    can could may might does do did does has have several more than one two different meant mean means refers refer
    context prior before there because who when where whether as about text asks asked
""")
"""What every complaint about a query says; what is left of an issue without them is its subject."""
