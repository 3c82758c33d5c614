"""A checkout of any number of beliefs, each about something else, for measuring: the same for the same seed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

_THINGS = """
abacus acorn airship alloy almanac amber anchor anvil apron aquifer archive asphalt atlas aviary awning axle badger
bagpipe bakery ballast bamboo banjo barley barometer basil bassoon bayou beacon beaver bellows bicycle birch bison
blanket blizzard bobbin bonfire bookshelf bottle bracelet brazier brewery bridge bronze broom bucket bugle bulldozer
buoy butter cabin cactus calendar camel canal candle canoe canyon caravan cardigan carnival carpet cashew castle
catalogue cauldron cavern cedar cello cement chalk chandelier chapel cheese cherry chimney chisel cider cinema
cinnamon circus clarinet cloak clover cobbler cocoa comet compass concrete copper coral cork cornet cotton crane
crater cricket crocus crossword crystal cucumber curtain cutlass cyclone cypress dairy dam dandelion deer delta
denim desert diamond dictionary dolphin donkey dough dragonfly drawbridge dredger drum dune dungeon dynamo eagle
easel eclipse elevator elm ember embroidery emerald engine envelope estuary falcon farmyard feather fern ferry
festival fiddle fig fjord flannel flax flint flute forge fountain foxglove freight fresco frost furnace galaxy
gallery garlic gazette geyser ginger glacier glider goblet gondola gooseberry gorge granary granite grapevine gravel
greenhouse guitar gypsum hailstone hammock harbour harness harp harvest hawthorn hazelnut heather hedgehog helmet
herring hinge honeycomb horizon hornet hospital hourglass hurricane iceberg igloo inkwell insulin iris island ivory
ivy jackdaw jaguar jasmine javelin jersey jigsaw juniper kayak kennel kettle keyhole kiln kimono kiosk kite ladder
lagoon lantern lathe laundry lava lavender leather lemon lettuce lichen lighthouse limestone linen lizard lobster
locomotive loom lute magnet mahogany mallet mandolin maple marathon marble marigold market marsh mattress meadow
medal melon meteor microscope mill mineral mint mirror moat molasses monastery mosaic mosquito moss mulberry museum
mushroom mustard nebula necklace needle nettle newspaper nightingale notebook nutmeg oak oasis oatmeal obelisk oboe
observatory olive onion opal orchard orchid organ origami ostrich otter oyster paddle pagoda palette pancake panther
papyrus parachute parliament parsnip passport peacock pearl pebble pelican pendulum penguin pepper petroleum
pheasant piano pickle pier pigment pilgrim pillow pineapple pipeline planet plaster plough plum polar pollen
pomegranate porcelain porridge postcard pottery prairie prism puddle pulley pumpkin puppet pyramid quarry quartz
quilt quince rabbit radish raft railway raincoat raspberry reactor reef regatta reindeer reptile reservoir resin
rhubarb ribbon rice riverbank robin rocket rosemary rowing rubber ruby rudder saddle saffron sailor salmon sandstone
sapphire sardine satellite sauna sawmill scaffold scarecrow scarf sculpture seagull seaweed semaphore shampoo
sheepdog shelter shipyard shutter silk silver skeleton skylark sledge slipper snowdrift soap sonata soybean sparrow
spice spider spinach sponge squirrel stadium staircase starfish steeple stencil stirrup stove strawberry submarine
sugar sundial sunflower swamp swan sycamore syrup tapestry tavern teapot telegraph telescope tent terrace thermos
thicket thimble thistle thunder tiger timber tobacco toboggan tomato torch tornado tortoise tournament tractor trail
trapeze treadmill trellis trombone trout trumpet tulip tundra tunnel turbine turnip turquoise turret twilight
typewriter umbrella vaccine valley vanilla velvet veranda vinegar vineyard viola violet volcano vulture waffle wagon
walnut walrus warehouse wasp waterfall watermill weasel whale wheat whistle willow windmill winery wolf woodpecker
wool workshop yacht yogurt zebra zeppelin zinc
""".split()  # noqa: SIM905 - as a list it would fill five hundred lines

_SHAPES = (
    "A {0} beside the {1} outlasts any {2} made of {3}.",
    "Nobody should store {0} under a {1} before the {2} arrives.",
    "{0} and {1} belong to different rooms, as {2} and {3} do.",
    "Prefer the {0} over the {1} whenever a {2} is near.",
    "Whoever paints a {0} needs {1}, patience and a {2}.",
    "Every {0} was once traded for a {1} and half a {2}.",
    "The price of {0} follows the {1}, never the {2}.",
    "Keep one {0} for the {1}, another for the {2}.",
)


@dataclass(frozen=True, slots=True)
class Synthetic:
    """What was written: paths of beliefs and of sessions."""

    beliefs: tuple[Path, ...]
    sessions: tuple[Path, ...]


def write_checkout(root: Path, *, beliefs: int, sessions: int, today: date, seed: int = 7) -> Synthetic:
    draw = random.Random(seed)
    folder, held = root / "layer/surface/epistemic/beliefs", root / "layer/sessions"
    folder.mkdir(parents=True)
    held.mkdir(parents=True)
    stamps = [f"{today - timedelta(days=1 + n % 300):%Y%m%d}-{n % 24:02d}{n // 24 % 60:02d}00" for n in range(sessions)]
    said = {stamp: [sentence(draw) for _ in range(12)] for stamp in dict.fromkeys(stamps)}
    for stamp, sentences in said.items():
        (held / f"{stamp}.md").write_text(f"# Session {stamp}\n\n" + "\n".join(sentences) + "\n", encoding="utf-8")
    names = [f"belief-{number:05d}" for number in range(beliefs)]
    for name in names:
        text = _belief(name, names, said, today, draw)
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return Synthetic(tuple(folder / f"{name}.md" for name in names), tuple(held / f"{stamp}.md" for stamp in said))


def sentence(draw: random.Random) -> str:
    return draw.choice(_SHAPES).format(*draw.sample(_THINGS, 4)).capitalize()


def _belief(name: str, names: list[str], said: dict[str, list[str]], today: date, draw: random.Random) -> str:
    """Two sessions with a quote each, a supported belief, now and then an attack; one in fifty cites what is gone."""
    first, second = draw.sample(sorted(said), 2)
    gone = "- [[session-19990101-000000]]\n" if draw.random() < 0.02 else ""
    attack = f"- [[{draw.choice(names)}]]\n" if draw.random() < 0.05 else ""
    created = today - timedelta(days=draw.randrange(400))
    return (
        f"---\ntype: belief\nid: {name}\nfacets: [synthetic]\nconfidence:\n  score: 0.8\nextracted: {created}\n---\n\n"
        f"# {name}\n\n## Statement\n\n{sentence(draw)}\n\n## Evidence\n\n"
        f'- [[session-{first}]] - "{draw.choice(said[first])}" (weight: 0.9)\n'
        f'- [[session-{second}]] - "{draw.choice(said[second])}" (weight: 0.7)\n{gone}\n'
        f"## Supports\n\n- [[{draw.choice(names)}]]\n\n## Attacks\n\n{attack}\n"
    )
