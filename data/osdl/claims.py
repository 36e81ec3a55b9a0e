"""What `modifiers.charter.csv` asks of circumstances, by the names in `modifiers.csv`."""

from pathlib import Path

from combat import osdl

HERE = Path(__file__).parent
LISTED = osdl.read_modifiers(HERE / "modifiers.csv").set_index("name")["modifier"]


def modifier(first):
    """The sum of the modifiers of some circumstances, joined by +."""
    return sum(LISTED[name] for name in first.split(" + "))


def success(first, chance):
    """The chance of success under these circumstances."""
    return osdl.modified(chance, modifier(first))


def changed(chance, modifier):
    """The chance under any modifier."""
    return osdl.modified(chance, modifier)


def odds_ratio(first):
    """What these circumstances multiply the odds by."""
    return osdl.odds_ratio(modifier(first))


def least_success(chance):
    """The chance under the worst of all circumstances, each alone."""
    return min(success(name, chance) for name in LISTED.index)


def greatest_success(chance):
    """The chance under the best."""
    return max(success(name, chance) for name in LISTED.index)


def rule_of_thumb(answer):
    """By how much it misses an answer to take what the answer has above 50 % as the modifier."""
    return osdl.modified(0.5, answer - 0.5) - answer


def _struck(roll):
    """The chances of 0, 1, ... targets that are struck, of those of `targets.csv`."""
    targets = osdl.read_targets(HERE / "targets.csv")
    chances = osdl.on_targets(0.7, targets, default=-0.1)["probability"]
    return osdl.number_hit(chances)["one roll for all" if roll == "one" else "a roll for each"]


def struck(roll="each"):
    """How many targets are struck on average: with a roll for each, or one for all."""
    chances = _struck(roll)
    return chances @ chances.index


def all_struck(roll="each"):
    """How likely all of them are."""
    return _struck(roll).iloc[-1]


def none_struck(roll="each"):
    """How likely none is."""
    return _struck(roll)[0]
