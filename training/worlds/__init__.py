"""Invented worlds: things with properties, notes, rules and events, and true and false claims about them."""

from training.worlds.affairs import AFFAIRS
from training.worlds.goods import GOODS
from training.worlds.places import PLACES

UNSEEN_NAMES = ("museum", "software", "appliance")
"""Kinds of things that no training example is about."""
_ALL = (*GOODS, *PLACES, *AFFAIRS)
LEARNED = tuple(one for one in _ALL if one.name not in UNSEEN_NAMES)
UNSEEN = tuple(one for one in _ALL if one.name in UNSEEN_NAMES)
