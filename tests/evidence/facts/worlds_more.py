"""More worlds: leaflets, how-to, specifications, statements in prose."""

from __future__ import annotations

from tests.evidence.facts.worlds import World

LEAFLET = World(
    name="a leaflet in prose",
    query="is Corvadin safe in pregnancy, and how much may an adult take a day?",
    command="read the leaflet of Corvadin",
    results="""\
### Leaflet: Corvadin 20 mg (source_ref: leaflet:corvadin)

Adults take one tablet twice a day, at most 3 tablets in 24 hours. Corvadin is not safe during pregnancy. It must be
taken with food. Do not drive for four hours after taking it. Store it below 25 °C. Children under twelve must not
take Corvadin.
""",
    good=(
        "No, Corvadin is not safe during pregnancy. Adults may take at most 3 tablets in 24 hours "
        "(source_ref: leaflet:corvadin).",
        "Corvadin is unsafe in pregnancy (leaflet:corvadin). An adult takes one tablet twice a day, and no more than "
        "three in 24 hours. Take it with food.",
    ),
    bad=(
        ("antonym", "Corvadin is safe during pregnancy. Adults take at most 3 tablets in 24 hours (leaflet:corvadin)."),
        ("number", "Corvadin is not safe during pregnancy; adults may take 4 tablets in 24 hours (leaflet:corvadin)."),
        ("antonym", "It is not safe in pregnancy. Take it without food, at most 3 tablets a day (leaflet:corvadin)."),
        (
            "antonym",
            "It is not safe in pregnancy. Adults take at most 3 tablets; store it above 25 °C. (leaflet:corvadin)",
        ),
        ("negation", "It is not safe in pregnancy. You may drive right after taking it (leaflet:corvadin)."),
    ),
)

HOWTO = World(
    name="steps of a manual",
    query="how do I reset the Nimbus router?",
    command="find the reset procedure of the Nimbus router",
    results="""\
### Manual of the Nimbus router (source_ref: manual:nimbus)

1. Hold the reset button for 10 seconds until the light blinks red.
2. Release the button and wait 2 minutes.
3. Connect to the network "Nimbus-Setup".
4. Open http://192.168.8.1 and set a new password.

A reset deletes all settings. Do not unplug the router during the reset.
""",
    good=(
        "1. Hold the reset button for 10 seconds until the light blinks red.\n2. Release it and wait 2 minutes.\n"
        '3. Connect to "Nimbus-Setup" and set a new password.\n\nKeep the router plugged in meanwhile, and note that '
        "a reset deletes all settings (source_ref: manual:nimbus).",
        "Hold the reset button for 10 seconds until the light blinks red, then wait 2 minutes. All settings are "
        "deleted (source_ref: manual:nimbus).",
    ),
    bad=(
        ("unit", "Hold the reset button for 10 minutes until the light blinks red (manual:nimbus)."),
        (
            "antonym",
            "Hold the reset button for 10 seconds until the light blinks red. A reset keeps all settings (manual:nimbus).",
        ),
        ("colour", "Hold the reset button for 10 seconds until the light blinks green (source_ref: manual:nimbus)."),
        (
            "negation",
            "Hold the reset button for 10 seconds until the light blinks red and unplug the router during the reset (manual:nimbus).",
        ),
    ),
)

PEOPLE = World(
    name="who did what",
    query="who designed the Halden bridge?",
    command="find the architect of the Halden bridge",
    results="""\
- The Halden bridge was designed by Mira Osten and built by the firm Brauer from 1931 to 1934 (source_ref: wiki:halden)
- It opened on 4 May 1934; Anton Krug was the first to cross it, followed by Lise Amdal (source_ref: wiki:halden)
- Unemployment rose in 1932, and the city council voted for the bridge (source_ref: archive:12)
""",
    good=(
        "The Halden bridge was designed by Mira Osten (wiki:halden). It opened on 4 May 1934.",
        "Mira Osten designed it; the firm Brauer built it between 1931 and 1934 (source_ref: wiki:halden).",
    ),
    bad=(
        ("role", "The Halden bridge was designed by the firm Brauer (source_ref: wiki:halden)."),
        ("role", "Mira Osten designed it. Lise Amdal was the first to cross it (source_ref: wiki:halden)."),
        ("antonym", "Mira Osten designed it (wiki:halden). Unemployment fell in 1932 (archive:12)."),
        ("antonym", "Mira Osten designed it (wiki:halden). The council voted against the bridge (archive:12)."),
        ("other question", "The Halden bridge opened on 4 May 1934 (source_ref: wiki:halden)."),
        ("person", "The Halden bridge was designed by Mira Brauer (source_ref: wiki:halden)."),
    ),
)

TOYS = World(
    name="what is in the box",
    query="does the Racer 300 set come with batteries, and how old should the child be?",
    command="read the product page of the Racer 300 set",
    results="""\
The Racer 300 set contains two cars, 5.2 m of track and a controller. The set does not include batteries. It is suitable
for children from 6 years. The cars reach 12 km/h. The box weighs 1.8 kg. ([shop](https://toys.example/racer300))
""",
    good=(
        "No, batteries are not included. The set is suitable for children from 6 years "
        "([shop](https://toys.example/racer300)).",
        "The [Racer 300 set](https://toys.example/racer300) comes without batteries and suits children aged 6 and up. "
        "It has two cars and 5.2 m of track.",
    ),
    bad=(
        (
            "negation",
            "Yes, the [Racer 300 set](https://toys.example/racer300) includes batteries and suits children from 6 years.",
        ),
        (
            "negation",
            "The set includes batteries and is suitable from 6 years ([shop](https://toys.example/racer300)).",
        ),
        (
            "unit",
            "Batteries are not included; the cars reach 12 mph, from 6 years ([shop](https://toys.example/racer300)).",
        ),
        (
            "detail",
            "Batteries are not included. From 6 years. The battery lasts up to 12 weeks ([shop](https://toys.example/racer300)).",
        ),
        ("number", "Batteries are not included; from 8 years ([shop](https://toys.example/racer300))."),
    ),
)

LAPTOPS = World(
    name="laptops under a limit",
    query="find me a laptop with an RTX 4060 under $1000",
    command="find laptops with an RTX 4060 under $1000",
    results="""\
| claim | confidence | source_ref | url |
|---|---|---|---|
| MSI Thin GF63, $749.99, 16 GB RAM | 0.93 | t1.r1 | https://shop.example/gf63 |
| Acer Nitro V, $829.00, 16 GB RAM | 0.92 | t1.r2 | https://shop.example/nitro |
| Lenovo LOQ 15, $899.99, 8 GB RAM | 0.9 | t1.r3 | https://shop.example/loq |
| Asus TUF A15, $1,099.00, 16 GB RAM | 0.9 | t1.r4 | https://shop.example/tuf |
""",
    good=(
        "The cheapest is the **MSI Thin GF63** at $749.99 ([shop](https://shop.example/gf63)). Two others stay under your "
        "$1000 limit:\n\n- **Acer Nitro V:** $829.00, 16 GB RAM ([shop](https://shop.example/nitro))\n"
        "- **Lenovo LOQ 15:** $899.99, 8 GB RAM ([shop](https://shop.example/loq))",
        "| laptop | price | RAM |\n|---|---|---|\n| [MSI Thin GF63](https://shop.example/gf63) | $749.99 | 16 GB |\n"
        "| [Acer Nitro V](https://shop.example/nitro) | $829.00 | 16 GB |\n\nBoth stay within your budget; the MSI Thin "
        "GF63 is $79.01 cheaper.",
    ),
    bad=(
        (
            "superlative",
            "The cheapest is the [Acer Nitro V](https://shop.example/nitro) at $829.00, before the MSI Thin GF63 at $749.99.",
        ),
        ("swap", "The [MSI Thin GF63](https://shop.example/gf63) costs $829.00 and has 16 GB RAM."),
        ("swap", "The [Lenovo LOQ 15](https://shop.example/loq) costs $899.99 and has 16 GB RAM."),
        ("detail", "The [MSI Thin GF63](https://shop.example/gf63) costs $749.99 and has a mechanical keyboard."),
        ("budget", "The [Asus TUF A15](https://shop.example/tuf) costs $1,099.00 and has 16 GB RAM."),
    ),
)
