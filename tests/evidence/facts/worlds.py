"""Small worlds as pipelines hand them over: what was asked and found, true answers, and false ones by kind of fault."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class World:
    """`good` are answers that the evidence carries, `bad` pairs of a fault's kind and an answer that has it."""

    name: str
    query: str
    results: str
    good: tuple[str, ...]
    bad: tuple[tuple[str, str], ...]
    gathered: str = ""
    command: str = "look it up"

    @property
    def context(self) -> str:
        return (
            f"# Context Document\n\n## 0. User Query\n{self.query}\n\n## 2. Gathered Context\n\n{self.gathered}\n\n"
            f"## 3. Plan\n**Goals:**\n- GOAL_1: {self.command}\n\n## 4. Execution Progress\n\n### Executor Iteration 1\n"
            f"**Goal Focus:** GOAL_1 - {self.command}\n**Action:** COMMAND\n"
            f'**Command:** "{self.command}"\n**Result:** SUCCESS\n\n{self.results}\n'
        )


LAMPS = World(
    name="desk lamps in a table",
    query="which desk lamp under 60 euros would you pick? It should be dimmable.",
    command="find dimmable desk lamps under 60 EUR",
    results="""\
| name | price | power | dimmable | warranty | url |
|---|---|---|---|---|---|
| Lumo H4 | 49.90 EUR | 9 W | yes | 3 years | https://lumo.example/h4 |
| Trevia Arc | 39.90 EUR | 7 W | no | 2 years | https://trevia.example/arc |
| Solis Mini | 57.00 EUR | 12 W | yes | 5 years | https://solis.example/mini |
""",
    good=(
        "The **Lumo H4** is the cheapest dimmable one at 49.90 EUR ([Lumo](https://lumo.example/h4)). It draws 9 W and "
        "comes with a 3-year warranty. The [Solis Mini](https://solis.example/mini) costs 57.00 EUR, 7.10 EUR more, "
        "with 12 W and five years of warranty.",
        "I would pick the [Lumo H4](https://lumo.example/h4): it is dimmable, costs 49.90 EUR and has a 3-year "
        "warranty.\n\nThe [Trevia Arc](https://trevia.example/arc) is cheaper (39.90 EUR) but cannot be dimmed.",
        "| lamp | price | dimmable |\n|---|---|---|\n| [Lumo H4](https://lumo.example/h4) | 49.90 EUR | yes |\n"
        "| [Solis Mini](https://solis.example/mini) | 57.00 EUR | yes |\n\nBoth are dimmable and under 60 euros; the "
        "Lumo H4 is cheaper.",
    ),
    bad=(
        ("swap", "The [Lumo H4](https://lumo.example/h4) is dimmable and costs 57.00 EUR."),
        ("swap", "I would pick the [Lumo H4](https://lumo.example/h4): dimmable, 49.90 EUR, with a 5-year warranty."),
        (
            "superlative",
            "The [Solis Mini](https://solis.example/mini) at 57.00 EUR is the cheapest lamp of the three and dimmable; "
            "the [Lumo H4](https://lumo.example/h4) costs 49.90 EUR.",
        ),
        ("negation", "The [Trevia Arc](https://trevia.example/arc) costs 39.90 EUR and is dimmable."),
        (
            "detail",
            "The [Lumo H4](https://lumo.example/h4) is dimmable and costs 49.90 EUR. Its brass arm folds flat.",
        ),
        ("polarity", "None of the lamps is dimmable. The [Lumo H4](https://lumo.example/h4) costs 49.90 EUR."),
    ),
)

TRAIN = World(
    name="a journey told in sentences",
    query="when does the night train to Verane leave and how long does it take?",
    command="read the timetable of the night train to Verane",
    results="""\
- The night train to Verane leaves Oldsund at 22:10 and arrives at 06:40 (source_ref: rail:n401)
- Bicycles are not carried on the night train (source_ref: rail:n401)
- A couchette costs 64 EUR, a seat 29 EUR (source_ref: rail:fares)
- The dining car is closed on Sundays (source_ref: rail:n401)
""",
    good=(
        "The night train leaves Oldsund at 22:10 and reaches Verane at 06:40, so it takes 8 hours and 30 minutes "
        "(source_ref: rail:n401).",
        "**Departure:** 22:10 from Oldsund (rail:n401)\n\n**Arrival:** 06:40 in Verane, 8.5 hours later (rail:n401)\n\n"
        "You cannot take a bicycle along (rail:n401).",
        "It departs at 10:10 pm and arrives at 6:40 am (source_ref: rail:n401), about eight and a half hours. A seat is "
        "29 EUR and a couchette 64 EUR (source_ref: rail:fares).",
    ),
    bad=(
        ("swap", "It leaves at 22:10 and takes 8.5 hours (source_ref: rail:n401). A seat costs 64 EUR (rail:fares)."),
        ("negation", "It leaves Oldsund at 22:10 and arrives at 06:40 (rail:n401). Bicycles are carried (rail:n401)."),
        ("swap", "The night train leaves Oldsund at 06:40 and arrives in Verane at 22:10 (source_ref: rail:n401)."),
        ("duration", "It leaves at 22:10 and arrives at 06:40, so it takes 9 hours and 30 minutes (rail:n401)."),
        ("antonym", "It leaves at 22:10 and takes 8.5 hours (rail:n401). The dining car is open on Sundays."),
        ("weekday", "It leaves at 22:10, takes 8.5 hours, and its dining car is closed on Mondays (rail:n401)."),
        ("direction", "The night train from Verane to Oldsund leaves at 22:10 and takes 8.5 hours (rail:n401)."),
    ),
)

HOTEL = World(
    name="a hotel as JSON",
    query="does the Hotel Merin have parking and breakfast, and when can I check in?",
    command="get the details of Hotel Merin",
    results="""\
```json
{"source_ref": "hotels:771", "name": "Hotel Merin", "stars": 3, "breakfast_included": false, "breakfast_price": "14 EUR",
 "parking": {"available": true, "price_per_night": "9 EUR"}, "pets_allowed": false,
 "check_in": {"from": "15:00", "until": "22:00"}, "check_out": {"until": "11:00"}, "rooms": 38}
```
""",
    good=(
        "Yes, the Hotel Merin has parking, at 9 EUR per night. Breakfast is not included; it costs 14 EUR. Check-in is "
        "from 15:00 to 22:00 (source_ref: hotels:771).",
        "- **Parking:** available for 9 EUR a night\n- **Breakfast:** 14 EUR extra\n- **Check-in:** 3 pm to 10 pm\n\n"
        "Source: hotels:771",
        "You can check in between 15:00 and 22:00 and must check out by 11:00. Parking is available (9 EUR per night), "
        "breakfast costs 14 EUR extra, and pets are not allowed (source_ref: hotels:771).",
    ),
    bad=(
        ("negation", "Breakfast is included, parking is 9 EUR per night and check-in is from 15:00 (hotels:771)."),
        ("hours", "Check-in is from 15:00 to 20:00, parking costs 9 EUR, breakfast 14 EUR (hotels:771)."),
        ("swap", "Parking costs 14 EUR per night, breakfast 9 EUR, check-in is from 15:00 to 22:00 (hotels:771)."),
        ("negation", "Check-in is from 15:00, parking 9 EUR, breakfast 14 EUR, and pets are welcome (hotels:771)."),
        ("number", "The Hotel Merin is a 4-star hotel. Parking is 9 EUR, breakfast 14 EUR (hotels:771)."),
        ("detail", "Parking is 9 EUR, breakfast 14 EUR with a view of the lake, check-in from 15:00 (hotels:771)."),
        ("swap", "Check-out is until 22:00. Parking is 9 EUR a night, breakfast 14 EUR (source_ref: hotels:771)."),
    ),
)

MEMORY = World(
    name="what the user told before",
    query="which seat do I usually like on planes?",
    command="recall the travel preferences",
    gathered="""\
### User Preferences
- seat: aisle, near the front (source_ref: memory:seat)
- airline: no Skyhop (source_ref: memory:airline)
- meal: vegetarian (source_ref: memory:meal)
""",
    results="Nothing had to be looked up.\n",
    good=(
        "Yes, you prefer an aisle seat towards the front.",
        "You like an aisle seat near the front (source_ref: memory:seat), and you avoid Skyhop.",
    ),
    bad=(
        ("antonym", "You prefer a window seat near the front (source_ref: memory:seat)."),
        ("antonym", "You prefer an aisle seat towards the back."),
        ("other question", "You eat vegetarian meals (source_ref: memory:meal)."),
    ),
)

ORDERS = World(
    name="an order by a tool",
    query="what did order 55019 cost in total and has it shipped?",
    command="fetch order 55019",
    results="""\
**Tool:** orders.get(55019) (source_ref: orders:55019)

- item: Wool blanket, 2 x 18.50 EUR
- shipping: 6.00 EUR
- status: not shipped
- ordered on: 3 March 2026
- ships to: Karin Dahl, Malmo
""",
    good=(
        "The order comes to 43.00 EUR: two wool blankets at 18.50 EUR each and 6.00 EUR for shipping. It has not "
        "shipped yet (orders:55019).",
        "No, it has not been shipped yet. 2 x 18.50 EUR + 6.00 EUR = 43.00 EUR in total (orders:55019).",
    ),
    bad=(
        ("negation", "The order comes to 43.00 EUR and has been shipped (orders:55019)."),
        ("sum", "The order comes to 44.50 EUR in total and has not shipped (orders:55019)."),
        ("person", "It goes to Karin Holm, has not shipped and costs 43.00 EUR in total (orders:55019)."),
        ("date", "It was ordered on 13 March 2026, costs 43.00 EUR and has not shipped (orders:55019)."),
    ),
)

CITIES = World(
    name="inhabitants",
    query="how many people live in Brenholm?",
    command="find the population of Brenholm",
    results="""\
| city | population | area | mayor |
|---|---|---|---|
| Brenholm | 383,726 | 187 km2 | Ida Falk |
| Sundra | 341,902 | 218 km2 | Per Lind |
| Tovik | 96,410 | 92 km2 | Eva Moe |

Source: https://stats.example/cities
""",
    good=(
        "About 384,000 people live in Brenholm ([statistics](https://stats.example/cities)).",
        "Brenholm has 383,726 inhabitants, more than Sundra with 341,902 ([statistics](https://stats.example/cities)).",
        "Brenholm is the largest of the three cities, with a population of 383,726 "
        "([source](https://stats.example/cities)).",
    ),
    bad=(
        ("swap", "Brenholm has 341,902 inhabitants ([statistics](https://stats.example/cities))."),
        ("rounding", "About 370,000 people live in Brenholm ([statistics](https://stats.example/cities))."),
        (
            "superlative",
            "Brenholm has 383,726 inhabitants, and Sundra is larger still by population "
            "([statistics](https://stats.example/cities)).",
        ),
        ("person", "Brenholm has 383,726 inhabitants; its mayor is Per Lind ([s](https://stats.example/cities))."),
        ("other question", "The mayor of Brenholm is Ida Falk ([statistics](https://stats.example/cities))."),
    ),
)
