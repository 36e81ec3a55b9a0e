"""What notebook 09 says of the fights of six games."""


def exchange_in_words(ends, attacker, defender, exchanges):
    """Return what comes of an exchange of Wesnoth as a sentence.

    ends: a frame with the hit points left of both, attacker and defender, and their chance.
    """
    kills, dies = (ends.chance[ends[side] == 0].sum() for side in ("defender", "attacker"))
    left = [ends.chance @ ends[side] for side in ("attacker", "defender")]
    when = (
        "In one exchange"
        if exchanges == 1
        else f"In {exchanges} exchanges, each attacking in turn,"
    )
    return (
        f"{when} the {attacker} kills the {defender} in {kills:.1%} and dies in {dies:.1%}; on "
        f"average {left[0]:.1f} and {left[1]:.1f} hit points are left."
    )


def battle_in_words(battle, chance, left, prize, halting):
    """Return a battle of Risk as a sentence.

    chance: that the country falls, if it is fought out. left: attackers less defenders, the mean.
    halting: as `optimal` found it, if the attacker may stop and the country is worth `prize`.
    """
    mean = f"{abs(left):.1f} {'attackers' if left > 0 else 'defenders'}"
    first = " or ".join(halting.best(battle))
    return (
        f"{battle.attackers} against {battle.defenders}: fought out, the country falls in "
        f"{chance:.1%}, and on average {mean} are left over. If it is worth {prize} armies, first "
        f"{first}: the position is worth {halting.value(battle):.2f} armies to whoever stops in "
        f"time, {battle.attackers} to whoever stops at once."
    )
