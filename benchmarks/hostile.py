"""Hostile text against the response gate, for `make bench`: CPU time and memory of one judging by shape and length.

Each judging runs in a process of its own, so that its peak of memory is its own. Ends with 1 when one takes more than
`MOST_SECONDS` of CPU or more than `MOST_MEGABYTES` at the largest size, or when a text `TIMES` as long as `SMALL` costs
more than `TIMES` as much.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from itertools import count, islice

import config  # noqa: F401 - its threads share one arena, as in the product
from benchmarks.measure import memory_mb, timed
from benchmarks.worlds.response_texts import context
from validation.domain.attempt import Submission
from validation.domain.policy import ResponsePolicy
from validation.response.gate.gate import judge_response

SIZES = (125_000, 1_000_000, 8_000_000)
MOST_SECONDS = 10.0
MOST_MEGABYTES = 500
SMALL, TIMES = 30_000, 4

_DRAFT = "The amber lamp of Karst costs 41 EUR. Birch and Cedar opened on 5 May 2021, says the shop. " * 8
"""For the shapes of evidence."""


def _filled(made: Callable[[int], str], size: int) -> str:
    """Pieces `made(0)`, `made(1)`, ... up to `size` characters."""
    length = max(1, size // len(made(10_000)) + 1)
    return "".join(made(number) for number in islice(count(), length))[:size]


def _on_both_sides(made: Callable[[int], str], size: int) -> tuple[str, str]:
    text = _filled(made, size)
    return context(text), text


def _in_the_evidence(made: Callable[[int], str], size: int) -> tuple[str, str]:
    return context(_filled(made, size)), _DRAFT


def _letters(number: int) -> str:
    """`number` in capitals: AAAB, AABZ, ..."""
    return "".join(chr(65 + number // 26**place % 26) for place in (3, 2, 1, 0))


def _acronyms(size: int) -> tuple[str, str]:
    names = " ".join(f"{_letters(n * 7)[0]}x{_letters(n).lower()} {_letters(n * 3)[1]}y{n}" for n in range(4_000))
    return context(_filled(lambda n: _letters(n) + " ", size)), f"At the inn of {names}"


SHAPES: dict[str, Callable[[int], tuple[str, str]]] = {
    "dates": lambda size: _on_both_sides(lambda n: f"{n % 28 + 1} May {1900 + n % 130} ", size),
    "figures in one item": lambda size: _on_both_sides(lambda n: f"{n} g, ", size),
    "one figure": lambda size: _on_both_sides(lambda _: "12/7 ", size),
    "quotations": lambda size: _on_both_sides(lambda n: f'"the {n} old lamps of this shop" said he. ', size),
    "long acronyms": _acronyms,
    "tiny sentences": lambda size: _on_both_sides(lambda n: f"A{n % 97}. ", size),
    "rows": lambda size: _on_both_sides(lambda n: f"| Lamp {n} | {n % 900}.90 EUR | {n % 700} g |\n", size),
    "links": lambda size: _on_both_sides(lambda n: f"[a{n}](https://s{n}.example/{n}?x={n}) ", size),
    "hosts": lambda size: _on_both_sides(lambda n: f"at a{n}.example or x{n}@b{n}.test ", size),
    "one word": lambda size: _on_both_sides(lambda _: "a", size),
    "brackets": lambda size: _on_both_sides(lambda _: "[![<", size),
    "quoting": lambda size: _on_both_sides(lambda _: "> - ", size),
    "lists in lists": lambda size: _on_both_sides(lambda n: "  " * ((n + 199) % 400) + f"- lamp {n}\n", size),
    "quotes in quotes": lambda size: _on_both_sides(lambda n: "> " * ((n + 50) % 300) + f'"lamp {n}" “lamp\n', size),
    "rising backticks": lambda size: _on_both_sides(lambda n: "`" * (n % 3_000 + 1) + " a ", size),
    "backticks": lambda size: _on_both_sides(lambda n: f"`{n} ", size),
    "struck out": lambda size: _on_both_sides(lambda n: f"~~{n} ", size),
    "emphasis": lambda size: _on_both_sides(lambda n: f"*{n} **_{n} __", size),
    "tags": lambda size: _on_both_sides(lambda n: f"<b><a href=x{n}><i>", size),
    "chapters": lambda size: _on_both_sides(lambda n: f"{'#' * (n % 6 + 1)} Lamp {n}\n", size),
    "bidi": lambda size: _on_both_sides(lambda n: f"\u202e{n} EUR\u202c \u2067\u200f{n}\u2069 ", size),
    "long words": lambda size: _on_both_sides(lambda n: "ab" * 5_000 + f"{n} ", size),
    "one line": lambda size: _on_both_sides(lambda n: f"lamp {n} costs {n % 99} EUR, ", size),
    "pipes": lambda size: _on_both_sides(lambda n: f"| {n} " if n % 50 else "|\n|---", size),
    "deep JSON": lambda size: _on_both_sides(lambda n: '{"a": [' if n % 20_000 < 10_000 else "]}", size),
    "sources": lambda size: _on_both_sides(lambda n: f"(source_ref: t{n}.r{n}) ", size),
    "footnotes": lambda size: _on_both_sides(lambda n: f"[^{n}] [{n}]: https://s{n}.example\n", size),
    "names": lambda size: _on_both_sides(lambda n: f"{_letters(n).title()} {_letters(n * 5).title()} ", size),
    "newlines": lambda size: _on_both_sides(lambda n: "\n \n\t", size),
    "entities": lambda size: _on_both_sides(lambda n: f"&#{n % 9_000};&amp;&lt;", size),
    "definitions": lambda size: _on_both_sides(lambda n: f'[a{n}]: https://s{n}.example "t\n', size),
    "comments": lambda size: _on_both_sides(lambda n: f"<!-- {n} ", size),
    "letters and marks": lambda size: _on_both_sides(lambda n: "e" + "\u0301" * 40, size),
    "records": lambda size: _in_the_evidence(lambda n: f'{{"name": "Lamp {n}", "price": {n % 90}}}, ', size),
    "hidden text": lambda size: _in_the_evidence(lambda n: f"~~{n} EUR~~ <!-- {n} --> <s>a", size),
    "headings": lambda size: _in_the_evidence(lambda n: f"## {n % 10}. Execution Progress\n", size),
    "short headings": lambda size: _in_the_evidence(lambda _: "# 4\n", size),
    "prose": lambda size: _in_the_evidence(lambda n: f"The lamp {n} of Karst costs {n % 99} EUR in {n} shops. ", size),
}


def measure(shape: str, size: int) -> dict[str, float]:
    """Seconds of CPU of one judging, and the most memory of this process in MB, the models included."""
    submission = Submission("bench", *SHAPES[shape](size))

    def judge() -> None:
        assert judge_response(submission, policy=ResponsePolicy()).report is not None

    _, milliseconds = timed(judge)
    return {"seconds": milliseconds / 1000, "megabytes": memory_mb(of="VmHWM")}


def measure_growth(shape: str) -> dict[str, float]:
    """How many times as much CPU a text costs that is `TIMES` as long as `SMALL`."""
    measure("prose", SMALL)  # the models are loaded once
    return {"growth": measure(shape, TIMES * SMALL)["seconds"] / measure(shape, SMALL)["seconds"]}


def measured_apart(shape: str, size: int | None = None) -> dict[str, float] | None:
    """In a process of its own; without a size, the growth. None when it takes longer than two minutes."""
    command = [sys.executable, "-m", "benchmarks.hostile", shape, *([] if size is None else [str(size)])]
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None
    result: dict[str, float] = json.loads(done.stdout)
    return result


def show(sizes: tuple[int, ...] = SIZES) -> bool:
    """Prints a table; whether all of it keeps within the limits."""
    print(f"hostile text, CPU s and peak MB by length; at most {MOST_SECONDS:.0f} s and {MOST_MEGABYTES} MB")
    kept = True
    for shape in SHAPES:
        found = {size: measured_apart(shape, size) for size in sizes}
        cells = (
            f"{size / 1e6:5.3f} MB: " + (f"{one['seconds']:6.2f} s {one['megabytes']:5.0f} MB" if one else "too long")
            for size, one in found.items()
        )
        grown = measured_apart(shape)
        growth = f"x {grown['growth']:.1f}" if grown else "too long"
        print(f"  {shape:20} " + "   ".join(cells) + f"   {TIMES} times as long: {growth}", flush=True)
        worst = found[sizes[-1]]
        kept = kept and worst is not None and worst["seconds"] <= MOST_SECONDS and worst["megabytes"] <= MOST_MEGABYTES
        kept = kept and grown is not None and grown["growth"] <= TIMES
    return kept


def main() -> None:
    if len(sys.argv) == 2:
        print(json.dumps(measure_growth(sys.argv[1])))
    elif len(sys.argv) == 3:
        print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
    elif not show():
        sys.exit("hostile text costs more than it may")


if __name__ == "__main__":
    main()
