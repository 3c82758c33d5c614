"""What shops and makers list: devices, clothes, food, tools, vehicles."""

from __future__ import annotations

from training.worlds.domain import Domain
from training.worlds.names import DRUGS, FOODS, TITLES, product
from training.worlds.properties import Choice, Flag, Moment, Number, Person

COLOURS = ("black", "white", "red", "blue", "green", "grey", "silver", "yellow", "brown", "orange", "navy", "beige")
PRICE = Number(
    "price", "price", 5, 900, 2, before="$", verbs=("{s} costs {v}", "{s} is priced at {v}", "{s} sells for {v}", "you can get {s} for {v}", "{s} is available for {v}"),
    more="more expensive", most="most expensive", less="cheaper", least="cheapest", other_unit="euros", ask_with="How much does {s} cost?",
)  # fmt: skip
PRICE_EURO = Number(
    "price", "price", 5, 900, 2, before="€", verbs=("{s} costs {v}", "{s} is priced at {v}", "the price of {s} is {v}"),
    more="more expensive", most="dearest", less="cheaper", least="least expensive", other_unit="dollars", ask_with="What does {s} cost?",
)  # fmt: skip
WEIGHT = Number(
    "weight", "weight", 0.2, 40, 1, "kg", "kilograms", verbs=("{s} weighs {v}", "{s} comes in at {v}", "{s} has a mass of {v}"), more="heavier", most="heaviest",
    less="lighter", least="lightest", other_unit="pounds", ask_with="How heavy is {s}?", same=(1000, "g"),
)  # fmt: skip
RATING = Number(
    "rating", "rating", 2.5, 5, 1, "out of 5", "stars", verbs=("{s} is rated {v}", "customers give {s} {v}", "{s} holds a rating of {v}"), more="better rated",
    most="highest rated", less="lower rated", least="lowest rated", ask_with="How is {s} rated?",
)  # fmt: skip
STOCK = Flag("in stock", ("is in stock", "is available now", "can be ordered right away"), ("is out of stock", "is sold out", "is currently unavailable", "is not in stock"))
COLOUR = Choice("colour", "colour", COLOURS, ("{s} comes in {v}", "{s} is {v}", "{s} has a {v} finish"), "What colour is {s}?")
WARRANTY = Number("warranty", "warranty period", 1, 10, 0, "years", "years", verbs=("{s} has a warranty of {v}", "{s} is covered for {v}", "the maker guarantees {s} for {v}"), more="longer covered", most="longest covered", less="shorter covered", least="shortest covered", other_unit="months")  # fmt: skip
COUNTRY = Choice("made in", "country of origin", ("Portugal", "Vietnam", "Germany", "Japan", "Mexico", "Italy", "Poland", "Turkey", "India", "Canada"), ("{s} is made in {v}", "{s} comes from {v}", "{s} is produced in {v}"))  # fmt: skip

GOODS = (
    Domain("laptop", "device", product, (
        PRICE, WEIGHT, RATING, COLOUR, STOCK,
        Number("RAM", "memory", 4, 64, 0, "GB", "gigabytes", verbs=("{s} has {v} of RAM", "{s} comes with {v} of memory"), more="better equipped with memory", most="best equipped with memory", other_unit="TB"),
        Number("battery life", "battery life", 5, 24, 0, "hours", "hours", verbs=("the battery of {s} lasts {v}", "{s} runs for {v} on one charge", "{s} lasts up to {v} on battery"), more="longer lasting", most="longest lasting", other_unit="minutes", ask_with="How long does the battery of {s} last?"),
        Choice("operating system", "operating system", ("Windows 11", "Linux", "ChromeOS", "macOS", "no operating system"), ("{s} runs {v}", "{s} ships with {v}")),
        Flag("touchscreen", ("has a touchscreen", "can be used by touch", "offers touch input"), ("has no touchscreen", "does not have a touchscreen", "lacks touch input")),
        Flag("replaceable battery", ("has a replaceable battery", "lets you swap the battery"), ("has a fixed battery", "does not let you swap the battery", "has a battery that cannot be replaced")),
    )),
    Domain("headphones", "headset", product, (
        PRICE_EURO, RATING, COLOUR, STOCK, WARRANTY,
        Flag("noise cancelling", ("has active noise cancelling", "cancels noise", "comes with noise cancellation"), ("has no noise cancelling", "does not cancel noise", "comes without noise cancellation")),
        Flag("wireless", ("is wireless", "works without a cable", "connects over Bluetooth"), ("is wired", "needs a cable", "is not wireless")),
        Flag("case included", ("comes with a case", "includes a carrying case", "has a case in the box"), ("comes without a case", "does not include a case", "has no case in the box")),
        Number("playtime", "playtime", 8, 80, 0, "h", "hours", verbs=("{s} plays for {v}", "{s} lasts {v} on one charge"), more="longer playing", most="longest playing", other_unit="days"),
        Choice("type", "type", ("over-ear", "on-ear", "in-ear", "bone conduction"), ("{s} is an {v} model", "{s} is of the {v} kind")),
    )),
    Domain("lamp", "lamp", product, (
        PRICE, PRICE_EURO, COLOUR, WARRANTY, STOCK, COUNTRY,
        Flag("batteries included", ("includes batteries", "comes with batteries", "has batteries in the box"), ("does not include batteries", "comes without batteries", "needs batteries that are sold separately", "has no batteries in the box")),
        Flag("dimmable", ("is dimmable", "can be dimmed", "has adjustable brightness"), ("is not dimmable", "cannot be dimmed", "has one fixed brightness")),
        Flag("suitable outdoors", ("is suitable for outdoor use", "can be used outdoors", "is fine in the garden"), ("is for indoor use only", "must not be used outdoors", "is not suitable for outdoor use")),
        Number("power", "power", 3, 60, 0, "W", "watts", verbs=("{s} draws {v}", "{s} uses {v}"), more="more powerful", most="most powerful", less="weaker", least="weakest", other_unit="kilowatts"),
        Number("brightness", "brightness", 200, 3000, 0, "lm", "lumens", verbs=("{s} gives {v}", "{s} shines with {v}"), more="brighter", most="brightest", less="dimmer", least="dimmest"),
    )),
    Domain("jacket", "jacket", product, (
        PRICE, COLOUR, RATING, STOCK, COUNTRY,
        Flag("waterproof", ("is waterproof", "keeps water out", "withstands heavy rain"), ("is not waterproof", "lets water through", "does not withstand rain")),
        Flag("machine washable", ("can be machine washed", "is machine washable", "may go into the washing machine"), ("must be washed by hand", "cannot be machine washed", "is hand wash only")),
        Flag("hood", ("has a hood", "comes with a hood"), ("has no hood", "comes without a hood")),
        Choice("material", "material", ("cotton", "wool", "polyester", "nylon", "leather", "linen", "recycled polyester"), ("{s} is made of {v}", "{s} consists of {v}"), "What is {s} made of?"),
        Choice("fit", "fit", ("slim", "regular", "loose", "tailored"), ("{s} has a {v} fit", "{s} is cut {v}")),
    )),
    Domain("recipe", "dish", lambda random: random.choice(FOODS), (
        Number("servings", "number of servings", 2, 12, 0, "servings", "people", verbs=("{s} serves {v}", "the recipe for {s} makes {v}"), more="larger", most="largest", less="smaller", least="smallest", ask_with="How many does {s} serve?"),
        Number("cooking time", "cooking time", 10, 180, 0, "minutes", "min", verbs=("{s} takes {v} to cook", "{s} needs {v}", "cook {s} for {v}"), more="slower", most="slowest", less="quicker", least="quickest", other_unit="hours", ask_with="How long does {s} take?"),
        Number("oven temperature", "oven temperature", 120, 240, 0, "°C", "degrees Celsius", verbs=("bake {s} at {v}", "{s} goes into the oven at {v}"), other_unit="°F"),
        Number("calories", "energy content", 150, 900, 0, "kcal", "kilocalories", verbs=("a portion of {s} has {v}", "{s} comes to {v} a portion"), more="richer", most="richest", less="lighter", least="lightest", other_unit="kJ"),
        Flag("vegan", ("is vegan", "contains no animal products", "is suitable for vegans"), ("is not vegan", "contains animal products", "is unsuitable for vegans")),
        Flag("contains nuts", ("contains nuts", "is made with nuts", "has nuts in it"), ("is nut-free", "contains no nuts", "is made without nuts")),
        Flag("gluten-free", ("is gluten-free", "contains no gluten", "is made without gluten"), ("contains gluten", "is not gluten-free")),
        Flag("freezes well", ("can be frozen", "freezes well", "keeps in the freezer"), ("cannot be frozen", "does not freeze well", "should not be frozen")),
        Choice("garnish", "garnish", ("parsley", "basil", "roasted almonds", "chives", "lemon zest", "sour cream", "dill"), ("{s} is topped with {v}", "serve {s} with {v}", "{s} is finished with {v}")),
    )),
    Domain("medicine", "medicine", lambda random: random.choice(DRUGS), (
        Number("dose", "single dose", 1, 800, 0, "mg", "milligrams", verbs=("the dose of {s} is {v}", "take {v} of {s}", "one tablet of {s} contains {v}"), other_unit="g", ask_with="What is the dose of {s}?"),
        Number("times a day", "number of doses a day", 1, 4, 0, "times a day", "times daily", verbs=("{s} is taken {v}", "take {s} {v}"), ask_with="How often is {s} taken?"),
        Number("minimum age", "minimum age", 2, 18, 0, "years", "years of age", verbs=("{s} is for people from {v}", "{s} may be given from {v}", "children must be at least {v} to take {s}"), other_unit="months"),
        Flag("take with food", ("is taken with food", "should be taken with a meal", "must not be taken on an empty stomach"), ("is taken on an empty stomach", "should be taken before eating", "must not be taken with food")),
        Flag("prescription", ("needs a prescription", "is available on prescription only", "cannot be bought without a prescription"), ("is sold without a prescription", "needs no prescription", "is available over the counter")),
        Flag("safe in pregnancy", ("is safe in pregnancy", "may be taken during pregnancy", "can be used while pregnant"), ("is unsafe in pregnancy", "must not be taken during pregnancy", "should be avoided while pregnant")),
        Flag("causes drowsiness", ("can cause drowsiness", "may make you sleepy", "can make you tired"), ("does not cause drowsiness", "does not make you sleepy", "has no sedating effect")),
        Flag("store in fridge", ("must be kept in the fridge", "has to be refrigerated", "is stored cold"), ("is stored at room temperature", "needs no refrigeration", "must not be refrigerated")),
    )),
    Domain("appliance", "appliance", lambda random: f"{product(random)} {random.choice(('kettle', 'blender', 'vacuum', 'toaster', 'dishwasher', 'washing machine', 'air purifier'))}", (
        PRICE, PRICE_EURO, WEIGHT, WARRANTY, RATING, STOCK,
        Number("capacity", "capacity", 0.5, 12, 1, "litres", "l", verbs=("{s} holds {v}", "{s} has room for {v}"), more="larger", most="largest", less="smaller", least="smallest", other_unit="ml", ask_with="How much does {s} hold?"),
        Number("noise", "noise level", 35, 85, 0, "dB", "decibels", verbs=("{s} makes {v} of noise", "{s} reaches {v}"), more="louder", most="loudest", less="quieter", least="quietest", ask_with="How loud is {s}?"),
        Flag("dishwasher safe", ("is dishwasher safe", "can go in the dishwasher"), ("is not dishwasher safe", "must be washed by hand", "cannot go in the dishwasher")),
        Flag("automatic shut-off", ("switches itself off", "has an automatic shut-off", "turns off by itself"), ("has no automatic shut-off", "must be switched off by hand", "does not turn off by itself")),
        Choice("energy class", "energy class", tuple("ABCDEF"), ("{s} is in energy class {v}", "{s} is rated energy class {v}")),
    )),
    Domain("bicycle", "bicycle", product, (
        PRICE, WEIGHT, COLOUR, STOCK, WARRANTY,
        Number("range", "range", 30, 180, 0, "km", "kilometres", verbs=("{s} goes {v} on a charge", "{s} rides up to {v}", "{s} covers {v} before it needs charging"), more="farther reaching", most="farthest reaching", other_unit="miles", ask_with="How far does {s} go?"),
        Number("gears", "number of gears", 3, 24, 0, "gears", "gears", verbs=("{s} has {v}", "{s} comes with {v}")),
        Flag("lock included", ("comes with a lock", "includes a lock"), ("comes without a lock", "does not include a lock", "has no lock")),
        Flag("foldable", ("folds", "can be folded", "is foldable"), ("does not fold", "cannot be folded", "has a rigid frame")),
        Choice("frame", "frame material", ("aluminium", "steel", "carbon", "titanium"), ("the frame of {s} is {v}", "{s} is built on a {v} frame")),
    )),
    Domain("book", "book", lambda random: random.choice(TITLES), (
        Person("author", "author", ("{s} was written by {v}", "{v} wrote {s}", "{v} is the author of {s}"), "Who wrote {s}?"),
        Moment("published", "year of publication", "year", ("{s} was published in {v}", "{s} came out in {v}", "{s} first appeared in {v}"), "When was {s} published?"),
        Number("pages", "length", 90, 900, 0, "pages", "pages", verbs=("{s} has {v}", "{s} runs to {v}"), more="longer", most="longest", less="shorter", least="shortest", ask_with="How long is {s}?"),
        Choice("genre", "genre", ("crime", "poetry", "biography", "science fiction", "history", "travel", "romance", "satire"), ("{s} is a work of {v}", "{s} is shelved under {v}")),
        Flag("translated", ("has been translated", "is available in translation"), ("has not been translated", "is untranslated")),
        Person("translator", "translator", ("{v} translated {s}", "{s} was translated by {v}"), "Who translated {s}?"), PRICE, RATING,
        Choice("setting", "setting", ("Lisbon", "Norway", "a mining town", "Buenos Aires", "a lighthouse", "Vienna", "the Baltic coast"), ("{s} is set in {v}", "{s} takes place in {v}")),
    )),
    Domain("car", "car", product, (
        Number("price", "price", 9000, 80000, 0, before="$", verbs=("{s} costs {v}", "{s} starts at {v}"), more="more expensive", most="most expensive", less="cheaper", least="cheapest", ask_with="How much is {s}?"),
        Number("seats", "number of seats", 2, 9, 0, "seats", "seats", verbs=("{s} has {v}", "{s} offers {v}")),
        Number("consumption", "fuel consumption", 3.5, 14, 1, "l/100 km", "litres per 100 km", verbs=("{s} uses {v}", "{s} burns {v}"), more="thirstier", most="thirstiest", less="more economical", least="most economical"),
        Number("top speed", "top speed", 120, 280, 0, "km/h", "kilometres per hour", verbs=("{s} reaches {v}", "{s} tops out at {v}"), more="faster", most="fastest", less="slower", least="slowest", other_unit="mph"),
        Choice("fuel", "fuel", ("petrol", "diesel", "electricity", "hydrogen", "natural gas"), ("{s} runs on {v}", "{s} is powered by {v}")),
        Choice("gearbox", "gearbox", ("manual", "automatic", "dual-clutch"), ("{s} has a {v} gearbox", "{s} comes with a {v} transmission")),
        Flag("spare wheel", ("has a spare wheel", "comes with a spare wheel"), ("has no spare wheel", "comes without a spare wheel")), COLOUR,
        Choice("registered in", "place of registration", ("Graz", "Porto", "Leeds", "Turin", "Bremen", "Lyon"), ("{s} is registered in {v}",)),
    )),
)
