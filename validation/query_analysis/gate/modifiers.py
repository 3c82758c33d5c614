"""Words that stand before "one": "the small black one" says of a thing how it is and not what it is. They are data."""

from __future__ import annotations

from collections.abc import Iterator

from validation.query_analysis.gate.words import words_of

_PLAIN = words_of("""
    red blue green yellow black white grey gray brown pink purple orange violet beige golden silver turquoise dark
    light bright pale colourful colorful big small large little tiny huge long short tall wide narrow thick thin high
    low deep flat round square heavy soft hard warm cool cold hot wet dry old new young early late fast slow quick
    quiet loud cheap expensive pricey dear cute pretty ugly fancy plain simple nice good bad great fine strong weak
    safe clean fresh sweet spicy sharp smart clever easy full empty right left upper lower middle main
    leather wooden metal steel plastic cotton wool woollen silk glass ceramic velvet suede linen denim electric
    wireless waterproof vintage modern classic used secondhand refurbished vegan vegetarian glutenfree organic
    indoor outdoor foldable portable compact mini medium xl xs cordless rechargeable striped dotted checked matte shiny
    """)
_MORE = words_of("better best worse worst less least more most other same next last first second third final original")


def _forms(word: str) -> Iterator[str]:
    yield word
    stem = word[:-1] + "i" if word.endswith("y") else word.removesuffix("e")
    doubled = word + word[-1] if len(word) < 5 and word[-1] in "gdtmn" and word[-2] in "aeiou" else stem
    yield from (base + ending for base in {stem, doubled} for ending in ("er", "est"))


MODIFIERS = _MORE | {form for word in _PLAIN for form in _forms(word)}

AFTER_ONE = words_of("""
    have has had is are was were does do did can could will would looks look seems seem comes come works work fits
    fit supports support includes include needs need costs cost again instead too please and or but there here then
    for me available back still sold better before after now today
    """)
"""What may follow "the red one" without saying which one it is, as "with the red roof" does."""

EXPLETIVE = words_of("""
    rain raining rains rainy snow snowing snows snowy sunny cloudy windy foggy stormy freezing cold hot warm cool humid
    dry wet hail thunder dark light late early time noon midnight morning evening night christmas easter ramadan
    weekend summer winter spring autumn fall monday tuesday wednesday thursday friday saturday sunday january february
    march april may june july august september october november december today tomorrow true false possible impossible
    likely legal illegal normal safe dangerous important necessary worth rude wrong right okay over real friday's
    fair ethical matter matters feel feels seem seems take takes happen happens going
    """)
"""After "it" they say that "it" stands for nothing: "is it raining?", "does it matter?"."""

MEASURED = words_of("time day date year month week season temperature weather")
"""What time is it?"""
