"""Trains the token tagger: `python -m training.tagger.train DATA_FOLDER [--out FOLDER]`. Needs torch, which is not
among the product's requirements (docs/adr/0015).

Two models, each on the training sources of every second block, so that the trees that are trained next see of every
source only what a model says that did not know it. The held-back sources are never read. 45 minutes on two cores
that multiply in bfloat16, one thread a model and fixed seeds.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from evals.held_back import ragtruth_items
from training.grounding.files import Arrays, packed
from validation.embeddings.kernels import quantised
from validation.embeddings.weights import Tensors, published_tensors, published_tokenizer
from validation.evidence.tagger.tagger import FOLDER, MODELS, PLAIN, SCALE, SHEET, SMALL, WEIGHTS

# Every step asks for and gives back hundreds of megabytes; without these each page is fetched from the system anew.
_KEEP_MEMORY = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(2**40), "MALLOC_TOP_PAD_": str(2**28)}


def main() -> None:
    options = _options()
    if options.only is not None:
        _train(options.data, options.out, options.only)
        return
    options.out.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "training.tagger.train", str(options.data), "--out", str(options.out), "--only"]
    running = [subprocess.Popen([*command, str(one)], env=os.environ | _KEEP_MEMORY) for one in range(MODELS)]
    if any(process.wait() for process in running):
        sys.exit("a model was not trained; its message is above")
    _publish(options.out)


def _train(data: Path, out: Path, model: int) -> None:
    from training.tagger.examples import sources
    from training.tagger.learning import learn
    from training.tagger.lower import Lower

    begun = time.monotonic()

    def say(line: str) -> None:
        print(f"model {model}, {time.monotonic() - begun:.0f} s: {line}", flush=True)

    items = ragtruth_items(data, held_back=False)
    published = published_tensors()
    known = sources(items, lambda block: block % MODELS != model, published_tokenizer(), Lower(published))
    say(f"{len(known)} sources, {sum(len(one.responses) for one in known)} responses")
    tensors = learn(published, known, say)
    np.savez(out / f"model{model}.npz", **tensors)  # type: ignore[arg-type]
    say("done")


def _publish(out: Path) -> None:
    arrays: Arrays = {}
    for model in range(MODELS):
        path = out / f"model{model}.npz"
        with np.load(path) as held:
            arrays |= _rounded(model, {name: held[name] for name in held.files})
        path.unlink()
    body = packed(arrays)
    (out / WEIGHTS).write_bytes(body)
    sheet = {"sha256": hashlib.sha256(body).hexdigest()}
    (out / SHEET).write_text(json.dumps(sheet, indent=2) + "\n", "utf-8")


def _rounded(model: int, tensors: Tensors) -> Arrays:
    found: Arrays = {}
    for name, values in sorted(tensors.items()):
        if name.endswith(("query.weight", "key.weight", "value.weight", "dense.weight")):
            small, scale = quantised(values.T)
            found[f"{model}/{SMALL}/{name}"] = np.ascontiguousarray(small.T)
            found[f"{model}/{SCALE}/{name}"] = scale
        else:
            found[f"{model}/{PLAIN}/{name}"] = values
    return found


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Train the token tagger.")
    parser.add_argument("data", type=Path, help="folder with the grounding data sets")
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder for the files of the tagger")
    parser.add_argument("--only", type=int, help="train this model alone and leave its tensors in the folder")
    return parser.parse_args()


if __name__ == "__main__":
    main()
