"""How a claim's context and a window of evidence are written for the reader: the same in training and at run time."""

from __future__ import annotations

from collections.abc import Iterable


def write_context(question: str, heading: str) -> str:
    """What stands in front of a claim: `Asked: How heavy is it? Under: Lumo H4. Says:`, empty when nothing is known."""
    asked = f"Asked: {' '.join(question.split())}" if question.strip() else ""
    under = f"Under: {heading.strip().rstrip('.:')}." if heading.strip() else ""
    return " ".join(part for part in (asked, under, "Says:") if part) if asked or under else ""


def write_row(subject: str, cells: Iterable[tuple[str, str]], heading: str = "") -> str:
    """A row or flat JSON object with its headers written out: `Laptops: MSI Thin GF63; price: $749.99; RAM: 16 GB`."""
    front = f"{heading}: {subject}" if heading and subject else heading or subject
    return "; ".join(part for part in (front, *(f"{name}: {value}" for name, value in cells)) if part)


def write_passage(text: str, heading: str) -> str:
    """Sentences or a list under their heading: `Delivery: Orders leave within two days.`"""
    return f"{heading.strip().rstrip(':')}: {text.strip()}" if heading.strip() else text.strip()
