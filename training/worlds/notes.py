"""What a memory holds of a user, said back to that user."""

from __future__ import annotations

from random import Random

from training.examples import Example, Group, Label
from training.worlds.claims import capital, marked_example
from training.worlds.evidence_forms import clean
from training.worlds.names import DRUGS, FOODS, MAKERS, TOWNS, person
from training.worlds.properties import mark
from training.worlds.words import rows, words

SOURCE = "notes"
Frame = tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""Topic, values, what a note says, what an answer says. `{v}` is the value."""
FRAMES: tuple[Frame, ...] = (
    ("seat", ("an aisle seat", "a window seat", "a seat near the front", "a seat at the back", "an exit row seat"), ("User prefers {v}", "prefers {v} when flying", "seat preference: {v}"), ("you prefer {v}", "you like to have {v}", "your preference is {v}")),
    ("diet", ("vegetarian", "vegan", "pescatarian", "gluten-free", "low in salt", "halal", "kosher"), ("User's diet is {v}", "User eats {v}", "diet: {v}"), ("your diet is {v}", "you eat {v}", "you told me that your diet is {v}")),
    ("allergy", ("peanuts", "shellfish", "penicillin", "cats", "pollen", "lactose", "eggs", "soy"), ("User is allergic to {v}", "allergies: {v}", "has an allergy to {v}"), ("you are allergic to {v}", "you have an allergy to {v}", "you should avoid {v}")),
    ("budget", ("$500", "$1,000", "€200", "€80", "$2,500", "€1,500", "$40"), ("User's budget is {v}", "wants to spend at most {v}", "budget: {v}"), ("your budget is {v}", "you want to spend {v} at most", "you set a limit of {v}")),
    ("home", TOWNS[:30], ("User lives in {v}", "home city: {v}", "moved to {v} last year"), ("you live in {v}", "your home is {v}", "you are based in {v}")),
    ("job", ("nurse", "teacher", "carpenter", "software developer", "lawyer", "student", "chef", "pilot"), ("User works as a {v}", "occupation: {v}", "is a {v}"), ("you work as a {v}", "you are a {v}", "your job is {v}")),
    ("pet", ("a dog", "two cats", "a rabbit", "a parrot", "three goldfish", "no pets"), ("User has {v}", "pets: {v}", "keeps {v} at home"), ("you have {v}", "you keep {v}")),
    ("language", ("German", "English", "Spanish", "French", "Italian", "Dutch"), ("User wants answers in {v}", "preferred language: {v}", "asked to be answered in {v}"), ("you want answers in {v}", "your preferred language is {v}")),
    ("brand", MAKERS[:30], ("User likes {v}", "favourite brand: {v}", "owns a phone from {v}"), ("you like {v}", "your favourite brand is {v}")),
    ("dish", FOODS, ("User's favourite dish is {v}", "loves {v}", "favourite food: {v}"), ("your favourite dish is {v}", "you love {v}")),
    ("medicine", DRUGS, ("User takes {v} every morning", "current medication: {v}", "was prescribed {v}"), ("you take {v}", "your current medication is {v}")),
    ("meeting day", ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"), ("User keeps {v} free of meetings", "no meetings on {v}"), ("you have no meetings on {v}", "you keep {v} free of meetings")),
    ("travel month", ("March", "April", "May", "June", "September", "October"), ("User plans to travel in {v}", "trip planned for {v}"), ("you plan to travel in {v}", "your trip is planned for {v}")),
    ("theme", ("dark mode", "light mode", "large type", "compact view"), ("User uses {v}", "display: {v}"), ("you use {v}", "your display is set to {v}")),
    ("transport", ("by train", "by bicycle", "by car", "on foot", "by bus"), ("User goes to work {v}", "commutes {v}"), ("you go to work {v}", "you commute {v}")),
    ("children", ("one child", "two children", "three children", "no children", "twins"), ("User has {v}", "family: {v}"), ("you have {v}", "your family has {v}")),
    ("reading", ("crime novels", "poetry", "biographies", "science fiction", "travel books"), ("User reads {v}", "likes to read {v}"), ("you like to read {v}", "you enjoy {v}")),
    ("sport", ("swimming", "climbing", "chess", "running", "tennis", "rowing"), ("User does {v} twice a week", "hobby: {v}"), ("you do {v}", "your hobby is {v}")),
)  # fmt: skip
LIKES = words("notes", "likes")
LIKING = rows("notes", "liking")
SAID = rows("notes", "said")
FRONTS = words("notes", "fronts")


def draw_notes(random: Random) -> Group:
    """Some notes, mostly one or two; two claims that they carry and two that they do not."""
    topics = random.sample(FRAMES, random.choice((1, 2, 2, 3, 4)) + 1)
    *noted, unknown = [(topic, random.choice(topic[1])) for topic in topics]
    liked = [(thing, random.random() < 0.5) for thing in random.sample(LIKES, random.choice((0, 1, 1)))]
    notes = [random.choice(topic[2]).format(v=value) for topic, value in noted]
    notes += [random.choice(LIKING[0 if likes else 1]).format(x=thing) for thing, likes in liked]
    random.shuffle(notes)
    window = _write(random, notes)
    topic, value = random.choice(noted)
    other = random.choice([one for one in topic[1] if one != value])
    group = [
        _claim(random, "memory", topic[3], value, window, Label.ENTAILED),
        _claim(random, "memory", topic[3], mark(other), window, Label.CONTRADICTED),
    ]
    for thing, likes in liked:
        group.append(_liking(random, thing, likes, window, Label.ENTAILED))
        group.append(_liking(random, thing, not likes, window, Label.CONTRADICTED))
    if random.random() < 0.5:
        group.append(
            _claim(random, "memory", random.choice(noted)[0] and noted[0][0][3], noted[0][1], window, Label.ENTAILED)
        )
        group.append(_claim(random, "memory_unsaid", unknown[0][3], unknown[1], window, Label.NEUTRAL, whole=True))
    return group


def _write(random: Random, notes: list[str]) -> str:
    way = random.random()
    if way < 0.3:
        return "\n".join(f"- {note} (turn {random.randint(1, 900)})" for note in notes)
    if way < 0.5:
        return "\n".join(f"[memory:{random.randint(100, 9999)}] {capital(note)}." for note in notes)
    if way < 0.7:
        return "Preferences: " + "; ".join(notes)
    name = f"{person(random)} (user): " if way < 0.8 else ""
    return name + " ".join(f"{capital(note)}." for note in notes)


def _claim(
    random: Random, kind: str, forms: tuple[str, ...], value: str, window: str, label: Label, *, whole: bool = False
) -> Example:
    said = random.choice(forms).format(v=value)
    front = random.choice(FRONTS)
    if whole:
        said = mark(clean(said))
    if front in ("Since ", "Given that "):
        said = f"{said}, I took that into account"
    return marked_example(SOURCE, kind, f"{front}{said}.", window, label)


def _liking(random: Random, thing: str, likes: bool, window: str, label: Label) -> Example:
    said = random.choice(SAID[0 if likes else 1]).format(x=thing)
    text = f"{mark(said) if label is Label.CONTRADICTED else said}."
    return marked_example(SOURCE, "memory_polarity", text, window, label)
