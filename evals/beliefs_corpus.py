"""`python -m evals.beliefs_corpus PATH [REFERENCE]`: a corpus of beliefs, read and judged, held against a reference.

PATH is a checkout or an export of one. REFERENCE is an independent extraction of the same files, JSON: a list of
`belief`, `links` (line, section, target, kind, resolves, in_inline_code), `evidence` (line, weight, quotes) and
`relations` (line, section, target, annotation). Nothing is stored, no file is changed, no embedder is needed. Exit 1
when writing back touches more than the confidence block, or when a belief is invalid for another reason than its links.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from beliefs.actions.checkout import Checkout, open_checkout
from beliefs.domain.belief import Section
from beliefs.domain.corpus import Corpus, Kind
from beliefs.domain.graph import BeliefGraph, edges_of
from beliefs.domain.nearest import NOT_MEASURED
from beliefs.domain.parse import parse
from beliefs.domain.quotes import normalised
from beliefs.domain.write_back import write_back
from beliefs.gate import Assessment, AssessmentContext, assess
from validation.domain.policy import BeliefPolicy

NOW = datetime.now(tz=UTC)
_KINDS = {
    "session-bare": "session",
    "slug": "belief",
    "commit-bare": "commit",
    **dict.fromkeys(("spec-", "spec/", "spec-bare"), "spec"),
}
_BLOCK = re.compile(r"^confidence:[^\n]*\n(?:[ \t}\]][^\n]*\n)*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class JudgedCorpus:
    """Texts and assessments by belief."""

    texts: Mapping[str, str]
    found: Mapping[str, Assessment]


class _FileTexts:
    """The texts of sources on disk."""

    def __init__(self, checkout: Checkout) -> None:
        readable = [one for one in checkout.sources if one.path.endswith(".md")]
        self._texts = {(one.kind.value, one.name): checkout.read(one.path) for one in readable}
        self._sessions = {name: normalised(text) for (kind, name), text in self._texts.items() if kind == Kind.SESSION}

    def text_of(self, kind: str, name: str) -> str | None:
        return self._texts.get((kind, name)) or None

    def holder_of(self, normalised_quote: str) -> str | None:
        return next((f"session-{name}" for name, text in self._sessions.items() if normalised_quote in text), None)


def judged(checkout: Checkout) -> JudgedCorpus:
    texts = {}
    for path in checkout.beliefs:
        text = checkout.read(path)
        texts[parse(text).id] = text
    beliefs = [parse(text) for text in texts.values()]
    known_ids = [(Kind.BELIEF, name) for name in texts]
    known = AssessmentContext(
        Corpus([*known_ids, *((one.kind, one.name) for one in checkout.sources)]),
        BeliefGraph(edge for belief in beliefs for edge in edges_of(belief, texts.keys())),
    )
    sources, policy = _FileTexts(checkout), BeliefPolicy()
    found = {
        belief.id: assess(belief, known=known, texts=sources, nearest=NOT_MEASURED, today=NOW.date(), policy=policy)
        for belief in beliefs
    }
    return JudgedCorpus(texts, found)


def links_report(corpus: JudgedCorpus, reference: Sequence[Mapping[str, Any]]) -> list[str]:
    """The number of links outside code with the same kind and resolution as in the reference, and the differences."""
    wanted = Counter(
        (
            one["belief"],
            link["line"],
            link["target"],
            _KINDS.get(link["kind"], link["kind"]),
            link["resolves"] is not None,
        )
        for one in reference
        for link in one["links"]
        if not link["in_inline_code"]
    )
    ours = Counter(
        (name, one.link.line, one.link.target, one.resolution.kind.value, one.resolution.resolved)
        for name, found in corpus.found.items()
        for one in found.links
        if one.link.bracketed
    )
    lines = [f"links outside code: {(wanted & ours).total()} of {wanted.total()} equal in kind and resolution"]
    lines += [f"  only in the reference: {_link(one)}" for one in sorted((wanted - ours).elements())]
    return lines + [f"  only here:             {_link(one)}" for one in sorted((ours - wanted).elements())]


def _link(one: tuple[str, int, str, str, bool]) -> str:
    name, line, target, kind, resolved = one
    return f"{name}, line {line}: {target} ({kind}, {'resolved' if resolved else 'leads nowhere'})"


def evidence_report(corpus: JudgedCorpus, reference: Sequence[Mapping[str, Any]]) -> list[str]:
    """Compares evidence items with their weights, and relations with their notes."""
    items = Counter((one["belief"], item["line"], item["weight"]) for one in reference for item in one["evidence"])
    ours = Counter(
        (name, item.line, item.weight) for name, found in corpus.found.items() for item in found.belief.evidence
    )
    notes = Counter(
        (one["belief"], item["line"], item["target"], _flat(item["annotation"]))
        for one in reference
        for item in one["relations"]
    )
    own = Counter(
        (name, item.line, item.target, _flat(item.note))
        for name, found in corpus.found.items()
        for item in found.belief.relations
    )
    lines = [f"evidence items with their weight: {(items & ours).total()} of {items.total()} equal"]
    lines += [f"  only in the reference: {one}" for one in sorted((items - ours).elements(), key=repr)]
    lines += [f"relations with their note: {(notes & own).total()} of {notes.total()} equal"]
    return lines + [f"  only in the reference: {one}" for one in sorted((notes - own).elements(), key=repr)]


def _flat(note: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((key, str(value)) for key, value in note.items()))


def quotes_report(corpus: JudgedCorpus, reference: Sequence[Mapping[str, Any]]) -> list[str]:
    """Counts the reference's quotes by kind of match, and compares which are verbatim."""
    ours = {
        (name, quote.line, quote.text): quote.match.value
        for name, found in corpus.found.items()
        for quote in found.signals.content_match.quotes
    }
    theirs = [
        ((one["belief"], item["line"], quote["text"]), quote["verbatim_in_cited_session"])
        for one in reference
        for item in one["evidence"]
        for quote in item["quotes"]
    ]
    classes = Counter(ours.get(key, "not read as a quote") for key, _ in theirs)
    cited = [key for key, verbatim in theirs if verbatim]
    agreed = sum(ours.get(key) == "verbatim" for key in cited)
    return [
        f"quoted strings: {len(theirs)}: " + ", ".join(f"{number} {match}" for match, number in classes.most_common()),
        f"  verbatim by the reference: {len(cited)}, here too: {agreed}",
    ]


def invalid_report(corpus: JudgedCorpus, reference: Sequence[Mapping[str, Any]]) -> tuple[list[str], bool]:
    """Checks that beliefs are invalid exactly if an Evidence link outside code is unresolved."""
    invalid = {name for name, found in corpus.found.items() if found.validation.status == "invalid"}
    unresolved = {
        name
        for name, found in corpus.found.items()
        if any(one.link.section == Section.EVIDENCE and not one.resolution.resolved for one in found.links)
    }
    theirs = {
        one["belief"]
        for one in reference
        for link in one["links"]
        if link["section"] == "Evidence" and not link["in_inline_code"] and link["resolves"] is None
    }
    same = "the same" if invalid == unresolved else "others"
    lines = [f"invalid: {len(invalid)}; with an unresolved evidence link: {len(unresolved)}, {same}"]
    if reference:
        lines.append(f"  by the reference: {len(theirs)}; only here: {', '.join(sorted(invalid - theirs)) or 'none'}")
        lines.append(f"  only by the reference: {', '.join(sorted(theirs - invalid)) or 'none'}")
    return lines, invalid == unresolved


def write_back_report(corpus: JudgedCorpus) -> tuple[list[str], bool]:
    """Checks in memory, by a separate pattern, that nothing outside the confidence block changes."""
    changed, touched, unstable = 0, [], []
    for name, text in corpus.texts.items():
        once = write_back(text, corpus.found[name].file_schema(NOW))
        changed += once != text
        if _BLOCK.sub("", once) != _BLOCK.sub("", text):
            touched.append(name)
        if write_back(once, corpus.found[name].file_schema(NOW + timedelta(hours=1))) != once:
            unstable.append(name)
    lines = [f"write-back: {changed} of {len(corpus.texts)} files get a computed block"]
    lines += [f"  changed outside the block: {', '.join(touched) or 'none'}"]
    return [*lines, f"  changed by a second run: {', '.join(unstable) or 'none'}"], not touched and not unstable


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("reference", type=Path, nargs="?")
    options = parser.parse_args()
    begun = time.perf_counter()
    corpus = judged(open_checkout(options.path))
    print(f"{len(corpus.found)} beliefs read and judged in {time.perf_counter() - begun:.1f} s")
    reference = json.loads(options.reference.read_text(encoding="utf-8")) if options.reference else []
    if reference:
        print(*links_report(corpus, reference), *evidence_report(corpus, reference), sep="\n")
        print(*quotes_report(corpus, reference), sep="\n")
    invalid, sound = invalid_report(corpus, reference)
    written, kept = write_back_report(corpus)
    print(*invalid, *written, sep="\n")
    sys.exit(0 if sound and kept else 1)


if __name__ == "__main__":
    main()
