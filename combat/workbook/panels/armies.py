"""Two armies, and an army on a campaign."""

from string import ascii_lowercase

from combat import units as fights
from combat.core.words import percent
from combat.ranking import strength
from combat.units import losses
from combat.units.views import bought, price_matrix
from combat.workbook import Answer, charts, slider
from combat.workbook.panels.common import by_strength, observing, rule_of, rules_by
from combat.workbook.panels.game import cached

_MOST = 12  # of one kind
_KINDS = 2


def battle(game, *, first=None, second=None, rule=None, **options):
    """Return a Panel of a battle between two armies; small ones are exact.

    first, second: {name of a unit: how many}; kinds that the game doesn't have give way to
    others. rule: the name of one of the game's rules.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.battle(game, first={"Imp": 3}, second={"Ogre": 1})
    The first wins ...
    """
    fielded = [first or {}, second or {}]

    def show(**counts):
        left = iter(counts.values())
        armies = [{name: next(left) for name in side} for side in sides_of(game, fielded)]
        found = clash(game, *(tuple(army.items()) for army in armies), rule)
        lost = losses(found, *armies, units=game.units).set_index("unit")
        share = lost.assign(share=lost["left"] / lost["fielded"])[["share", "side"]]
        told, *notes = str(found).splitlines()
        title, _, lasts = told.partition("; one ")
        lasts = f"A battle {lasts}" * bool(lasts)
        return Answer(
            f"The {title.removesuffix('.')}.",
            charts.rows(found.table().drop(index="undecided"), title="Who wins"),
            charts.rows(share, by="side", title="Share that is left"),
            note=" ".join(filter(None, [lasts, prices_in_words(game, armies), *notes])),
        )

    def controls():
        numbered = [
            (f"{at}: ", name, n)
            for at, side in zip(("1st", "2nd"), sides_of(game, fielded), strict=True)
            for name, n in side.items()
        ]
        return counters(numbered)

    return observing(game, show, controls, **{"cost": 13} | options)


@cached
def clash(game, first, second, rule=None):
    """Return the `Odds` of a battle; first, second: pairs of a unit's name and how many."""
    rules = rules_by(game, rule)
    return fights.battle(dict(first), dict(second), rules, units=game.units, battles=500)


def sides_of(game, fielded):
    """Return armies of the game's own: the strongest for those it hasn't, in turns if none."""
    free = [name for name in by_strength(game) if not any(name in army for army in fielded)]
    sides = [{} for _ in fielded]
    asked = [[*army.items()] or [("", 5)] * _KINDS for army in fielded]
    for place in range(max(map(len, asked))):
        for side, wanted in zip(sides, asked, strict=True):
            for name, count in wanted[place : place + 1]:
                taken = name if name in game.units else free.pop(0) if free else game.names[0]
                side.setdefault(taken, count)
    return sides


def counters(numbered):
    """Return a slider for each of (text before the name, name, how many at first)."""
    return {
        key: slider(f"{before}{name}", 1, max(_MOST, count), count, live=False)
        for key, (before, name, count) in zip(ascii_lowercase, numbered, strict=False)
    }


def prices_in_words(game, armies):
    """Return what both armies cost; "" if the sheet has no costs."""
    if "cost" not in game.units.columns:
        return ""
    prices = [sum(n * game.units[name].cost for name, n in army.items()) for army in armies]
    return f"Cost {prices[0]:.0f} against {prices[1]:.0f}." if sum(prices) > 0 else ""


def campaign(game, *, army=None, against=None, rest=5, rule=None, **options):
    """Return a Panel of an army's way through several fights, wounds and losses carried on.

    army: {name of a unit: how many}. against: a list of such armies, by default three. rest: hit
    points that each survivor gets back between two fights.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.campaign(game, army={"Ogre": 2}, against=[{"Imp": 2}, {"Imp": 3}])
    The army comes ...
    """
    own = army or {}
    met = against or [{"": 2}, {"": 3}, {"": 4}]

    def show(rest, **counts):
        side, *ahead = sides_of(game, [own, *met])
        fielded = dict(zip(side, counts.values(), strict=True))
        went = journey(game, tuple(fielded.items()), frozen(ahead), rest, rule)
        names = [" and ".join(f"{n} × {name}" for name, n in one.items()) for one in ahead]
        labels = [f"{number}. against {who}" for number, who in enumerate(names, 1)]
        through = went.fights[["through", "low", "high"]].set_axis(labels)
        return Answer(
            str(went),
            charts.rows(through, title="Won so far"),
            note=f"{went.survivors.mean:.1f} of {sum(counts.values())} are left on average, all "
            "counted. The chance to have won this fight and all before, with 95% intervals.",
        )

    def controls():
        numbered = [("", name, n) for name, n in sides_of(game, [own, *met])[0].items()]
        more = {"rest": slider("rest", 0, max(20, rest), rest, unit="hit points", live=False)}
        return counters(numbered) | more

    return observing(game, show, controls, **options)


def prices(game, *, price=None, rule=None, **options):
    """Return a Panel of armies of one price, each of one kind, all against all.

    price: what each may cost at first. What is fought by turns is fought 30 times, else 200.

    >>> from combat.workbook import Game, panels
    >>> sheet = b"name,hp,attack,defense,damage,cost\\nImp,2,9,9,1,1\\nOgre,9,9,9,1,2\\n"
    >>> panels.prices(Game(sheet, "mine.csv"), price=4)
    For 4, 2 × Ogre win most: 83% on average. ...
    """

    def show(price, rule):
        rates = by_price(game, price, rule)["rate"]
        counts = [bought(price, game.units[name].role("cost")) for name in rates.index]
        armies = rates.set_axis(map("{} × {}".format, counts, rates.index))
        return Answer(
            f"For {price:g}, {armies.index[0]} win most: {percent(armies.iloc[0], 0)} on average.",
            charts.rows(armies.to_frame()),
            note="The mean score of each army against all others, a draw half a win, by "
            f"{battles_of(game, rule)} battles of each pair; each is of one kind, and mixed ones "
            "may do better.",
        )

    def controls():
        costs = sorted(unit.role("cost") for unit in game.units)
        low, middle = round(costs[-1]) or 1, round(6 * costs[len(costs) // 2])
        first = min(max(price or middle, low), 3 * max(middle, low))
        stops = sorted({first, round(first / 2) if first / 2 >= low else first, 2 * first})
        spent = slider("price", low, 3 * max(middle, low), first, exported=stops, live=False)
        return {"price": spent, "rule": rule_of(game, rule)}

    return observing(game, show, controls, **{"cost": 400} | options)


@cached
def by_price(game, price, rule=None):
    """Return how armies of one price fare, each of one kind: the frame of `strength`."""
    battles = battles_of(game, rule)
    return strength(price_matrix(game.units, rules_by(game, rule), price, battles=battles))


def battles_of(game, rule=None):
    """Return how many battles of each pair are fought: by turns they take longer."""
    return 30 if rules_by(game, rule).battles_by_turns(game.units) else 200


def frozen(armies):
    """Return armies so that they can be kept by."""
    return tuple(tuple(army.items()) for army in armies)


@cached
def journey(game, army, against, rest, rule=None):
    """Return the `Campaign` of an army, with the same seed at each setting."""
    rules = rules_by(game, rule)
    met = [dict(one) for one in against]
    return fights.campaign(dict(army), met, rules, units=game.units, rest=rest, campaigns=1000)
