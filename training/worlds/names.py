"""Names of people, places, makers and things. Most are invented, so that nothing but the evidence can say what is true."""

from __future__ import annotations

from random import Random

FIRST = (
    "Anna Maria Lukas Priya Omar Chen Sofia Daniel Amara Jonas Leila Marek Ingrid Tomas Yuki Fatima Carlos Nadia Peter "
    "Grace Hugo Elena Victor Mei Samuel Rosa Andre Zoe Karim Ida Felix Noor Paul Irene Mateo Hana George Lucia Arjun "
    "Clara Emil Vera Rafael Julia Kofi Astrid Diego Miriam Oscar Lena Ravi Nina Martin Aisha Bruno Eva Stefan Laura Ivan "
    "Helen Kenji Alice Pedro Sana Walter Olga Thomas Ines Adam Lin Robert Chloe Erik Dalia Simon Tara Frank Mona Henry Petra"
).split()
LAST = (
    "Keller Novak Okafor Lindqvist Sharma Tanaka Moreau Silva Brandt Haddad Kowalski Jensen Alvarez Petrov Nakamura Weber "
    "Costa Ibrahim Larsen Dubois Fischer Mensah Rossi Varga Andersson Patel Santos Meyer Yilmaz Horvat Nguyen Becker "
    "Castillo Popescu Hansen Ferrari Osei Schmidt Duarte Ivanova Berg Marino Farah Wolff Lopez Sato Eriksen Baptiste Kumar "
    "Romero Fontaine Zielinski Park Adeyemi Krause Bianchi Nyberg Torres Vogel Rahman Hughes Clarke Bennett Foster Murphy"
).split()
TOWNS = (
    "Lisbon Graz Tampere Porto Leeds Ghent Bergen Turin Malmo Brno Girona Aarhus Cork Riga Basel Nantes Krakow Split "
    "Bologna Utrecht Bremen Seville Lyon Dundee Vilnius Aveiro Linz Kyoto Boston Denver Austin Oslo Valencia Munich Zurich "
    "Halden Norwick Esterholm Brenton Calvora Marfield Otterburn Sandvik Tollmere Vesterby Quillan Rosmead Aldersea "
    "Pennick Hartwell Drayford Lorne Kestrel Bay Winslow Farrow Port Amberley Coldwater Millbrook Stonehaven Redcliff"
).split()
MAKERS = (
    "Lumo Vexta Norvik Altera Brisk Corvid Delphi Ember Fjord Gemini Halcyon Iberix Juno Kestra Lyra Mistral Nimbus Orin "
    "Pallas Quanta Rondo Solace Tundra Umbra Verity Wren Xylo Yarrow Zephyr Arden Bolt Cinder Dorado Echo Finch Garnet "
    "Harrow Indigo Jasper Krona Linden Maple Nordal Opal Pico Raven Sable Talon Ursa Vireo Willow Aster Bramble Cobalt"
).split()
SERIES = (
    "H4 X200 Pro 15 Air S 7 Mini Plus 3 Go Classic 12 Max Lite Neo 500 Trek Duo One Edge 2 GT Core Flex Sport Nova Prime "
    "ZX9 Ultra Ridge Coast City Home Studio Field"
).split()
PLACE_WORDS = (
    "Harbour Garden Castle River Mill Market Station Forest Hill Lake Old Town Bridge Park Tower Orchard Chapel Meadow Cliff "
    "Lantern Anchor Swan Falcon Copper Silver Stone Oak Birch Maple"
).split()
TITLES = (
    "The Quiet Harbour|Salt and Iron|A Map of Winter|Glass Rivers|The Last Orchard|North of Evening|Paper Lanterns|"
    "The Clockmaker's House|Below the Tide|Seven Crossings|The Blue Archive|Letters to Marta|Stone by Stone|Night Ferry|"
    "The Cartographer|Wild Barley|An Island Year|The Copper Field|Echoes of Tolmin|Low Water"
).split("|")
FOODS = (
    "lentil soup|mushroom risotto|apple tart|chicken curry|tomato salad|fish stew|walnut bread|pumpkin gnocchi|beef goulash|"
    "rice pudding|spinach pie|lemon cake|bean chili|onion quiche|barley salad|carrot muffins|salmon pasta|potato pancakes"
).split("|")
DRUGS = "Calmera Dolexin Ferovit Histalin Ibunor Lactozen Migrafen Nasolin Oxidrine Pectoral Rinovel Sedatin Tusofin Vitaxol Zinadol".split()
TEAMS = "Rovers United Hawks Wolves Athletic Comets Rangers Falcons Pirates Bears Sharks City".split()


def person(random: Random) -> str:
    name = f"{random.choice(FIRST)} {random.choice(LAST)}"
    return f"{random.choice(['Dr. ', 'Ms. ', 'Mr. ', 'Prof. '])}{name}" if random.random() < 0.08 else name


def town(random: Random) -> str:
    return random.choice(TOWNS)


def product(random: Random) -> str:
    maker = random.choice(MAKERS)
    form = random.random()
    if form < 0.25:
        return f"{maker} {random.choice(SERIES)}"
    if form < 0.5:
        return f"{maker} {random.choice('ABCDGHKMRSTVXZ')}{random.randint(1, 999)}"
    if form < 0.75:
        return f"{maker} {random.choice(PLACE_WORDS)} {random.choice(SERIES)}"
    return f"{maker} {random.choice(SERIES)} {random.choice(SERIES)}"


def company(random: Random) -> str:
    ending = random.choice(
        ["", " GmbH", " Ltd", " Group", " Labs", " Systems", " & Co", " Foods", " Energy", " Logistics", " Health"]
    )
    return random.choice([random.choice(MAKERS), random.choice(LAST)]) + ending


def venue(random: Random, kind: str) -> str:
    word = random.choice([random.choice(PLACE_WORDS), random.choice(LAST), random.choice(MAKERS), town(random)])
    return random.choice([f"{word} {kind}", f"{kind} {word}", f"The {word} {kind}"])


def team(random: Random) -> str:
    return f"{town(random)} {random.choice(TEAMS)}"


def code(random: Random) -> str:
    return f"{random.choice('ABCDEFGHKLMNPRSTX')}{random.choice('ABCDEFGHKLMNPRSTX')}-{random.randint(100, 9999)}"
