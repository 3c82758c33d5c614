"""Training has an environment of its own: what it imports of the product must be installed there too."""

import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import grimp

TRAINED_WITH = ("training.train", "training.average", "training.export", "training.card", "training.weights")
LOCKED = Path(__file__).parents[2] / "training" / "requirements.txt"


def test_everything_that_training_imports_is_locked_for_it() -> None:
    graph = grimp.build_graph("training", "evals", "validation", include_external_packages=True)
    needed = {name for module in TRAINED_WITH for name in graph.find_upstream_modules(module)}
    packages = {name for name in needed if graph.is_module_squashed(name)} - sys.stdlib_module_names
    locked = set(re.findall(r"^([\w.-]+)==", LOCKED.read_text("utf-8"), re.MULTILINE))
    distributions = packages_distributions()
    # What only training needs is not installed here: there its package has the name of its distribution.
    named = {name: {one.replace("_", "-") for one in distributions.get(name, [name])} for name in packages}
    assert not {name for name, names in named.items() if not names & locked}
