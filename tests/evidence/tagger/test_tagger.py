"""The tagger at work, with the published models."""

from math import erf

import numpy as np
import pytest
from numpy.typing import NDArray

from validation.embeddings.kernels import HEADS, Exact
from validation.embeddings.weights import Tensors, published_tensors, published_tokenizer
from validation.evidence.tagger import Tagger, published_tagger
from validation.evidence.tagger.graphs import BIAS, ECHOES, HEAD, LOWER, OF_EVIDENCE, OF_RESPONSE, UPPER
from validation.evidence.tagger.pieces import overlap_features, pieces, windows
from validation.evidence.tagger.tagger import FOLDER, SHEET, WEIGHTS, TaggerArtifactError, read_tensors

Floats = NDArray[np.float64]
QUERY = "When does the water mill open?"
MILL = ("The water mill in Aldbrook was built in 1741.", "It opens on Sundays at 10:30.", "Entry costs 4 EUR.")
SAID = "The water mill in Aldbrook opens on Sundays and was founded by the monks of Lorsch."


def odds(response: str, texts: tuple[str, ...] = MILL, *, by: Tagger | None = None) -> list[float]:
    return (by or published_tagger()).tags(query=QUERY, texts=texts, response_md=response).odds.tolist()


def test_words_that_no_evidence_carries_are_the_most_doubtful() -> None:
    tags = published_tagger().tags(query=QUERY, texts=MILL, response_md=SAID)
    worst = int(tags.odds.argmax())
    assert tags.start[worst] >= SAID.index("founded")


def test_what_the_evidence_says_is_less_doubtful_than_without_evidence() -> None:
    assert max(odds(MILL[1])) < max(odds(MILL[1], ()))


def test_what_was_read_before_changes_nothing() -> None:
    assert odds(SAID) == odds(SAID)


def test_evidence_that_gave_way_to_much_other_is_read_again() -> None:
    first = odds(SAID)
    for number in range(2):
        odds(
            SAID,
            tuple(f"Room {number}.{line} of the old hall has a door of oak and two windows." for line in range(90)),
        )
    assert odds(SAID) == first


def test_every_token_of_a_response_longer_than_a_window_is_judged() -> None:
    response = " ".join([SAID] * 60)
    tags = published_tagger().tags(query=QUERY, texts=MILL, response_md=response)
    assert len(tags.odds) == len(tags.start) > 1_000
    assert tags.end[-1] == len(response)


def test_a_response_without_words_has_no_tags() -> None:
    assert odds(" \n ") == []


def test_the_odds_are_the_mean_of_the_models() -> None:
    apart = [odds(SAID, by=published_tagger(only=number)) for number in range(len(read_tensors()))]
    assert odds(SAID) == pytest.approx(np.mean(apart, axis=0), abs=1e-4)


@pytest.mark.parametrize("damage", ["missing", "changed", "unreadable sheet"])
def test_a_damaged_file_is_refused(tmp_path, damage: str) -> None:
    weights, sheet = (FOLDER / WEIGHTS).read_bytes(), (FOLDER / SHEET).read_text()
    if damage != "missing":
        (tmp_path / WEIGHTS).write_bytes(weights[:-1] + b"x")
        (tmp_path / SHEET).write_text("{" if damage == "unreadable sheet" else sheet)
    with pytest.raises(TaggerArtifactError):
        read_tensors(tmp_path)


def test_the_graphs_compute_the_transformer_as_it_is_defined() -> None:
    """Against the same sums written plainly in numpy, in double precision."""
    published, tokenizer = published_tensors(), published_tokenizer()
    (upper, *_) = read_tensors()
    found = Tagger(published, [upper], tokenizer, Exact()).tags(query=QUERY, texts=MILL, response_md=SAID)
    (piece,), (window,) = pieces(tokenizer, QUERY, MILL), windows(tokenizer, SAID)
    expected = _plainly(published, upper, piece, window.ids, overlap_features(window.ids, [piece]))
    assert found.odds == pytest.approx(expected[:-1], abs=1e-3)


def _plainly(published: Tensors, upper: Tensors, piece, window, echoed) -> Floats:
    evidence, response = _embedded(published, piece), _embedded(published, window)
    for number in LOWER:
        evidence, response = (_layer(published, number, states, states) for states in (evidence, response))
    evidence = evidence + upper[OF_EVIDENCE]
    response = response + upper[OF_RESPONSE] + echoed @ upper[ECHOES]
    for number in UPPER:
        seen = np.concatenate([evidence, response])
        evidence, response = _layer(upper, number, evidence, evidence), _layer(upper, number, response, seen)
    return (response @ upper[HEAD] + upper[BIAS])[:, 0]


def _embedded(tensors: Tensors, ids) -> Floats:
    name = "embeddings."
    states = tensors[f"{name}word_embeddings.weight"][list(ids)].astype(np.float64)
    states += tensors[f"{name}position_embeddings.weight"][: len(ids)]
    return _normed(tensors, f"{name}LayerNorm", states + tensors[f"{name}token_type_embeddings.weight"][0])


def _layer(tensors: Tensors, number: int, states: Floats, seen: Floats) -> Floats:
    name = f"encoder.layer.{number}"
    query = _dense(tensors, f"{name}.attention.self.query", states)
    key, value = (_dense(tensors, f"{name}.attention.self.{part}", seen) for part in ("key", "value"))
    heads = [
        _softmax(q @ k.T / np.sqrt(q.shape[1])) @ v
        for q, k, v in zip(*(np.split(part, HEADS, axis=1) for part in (query, key, value)), strict=True)
    ]
    attended = _dense(tensors, f"{name}.attention.output.dense", np.concatenate(heads, axis=1))
    states = _normed(tensors, f"{name}.attention.output.LayerNorm", states + attended)
    wide = _dense(tensors, f"{name}.intermediate.dense", states)
    wide = wide * (1 + np.vectorize(erf)(wide / np.sqrt(2))) / 2
    return _normed(tensors, f"{name}.output.LayerNorm", states + _dense(tensors, f"{name}.output.dense", wide))


def _dense(tensors: Tensors, name: str, states: Floats) -> Floats:
    return states @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"]


def _normed(tensors: Tensors, name: str, states: Floats) -> Floats:
    centred = states - states.mean(axis=1, keepdims=True)
    return (
        centred / np.sqrt((centred**2).mean(axis=1, keepdims=True)) * tensors[f"{name}.weight"]
        + tensors[f"{name}.bias"]
    )


def _softmax(scores: Floats) -> Floats:
    held = np.exp(scores - scores.max(axis=1, keepdims=True))
    return held / held.sum(axis=1, keepdims=True)
