"""Many attackers against many defenders: the sums of bonuses of every pair, and its hit chance."""

import numpy as np
from scipy.special import ndtr

from combat.core.checks import check_numbers
from combat.dice import Distribution
from combat.nethack.rules import Rules
from combat.nethack.to_hit import attacker_terms, defender_terms, mean_of, total


def totals(attackers, defenders, rules=Rules()):
    """Return (attack, defence) of each pair, attacker by attacker: a list of sums, see `total`."""
    # Opponents that differ in nothing the sum depends on share it: 13 kits against 362 monsters
    # are 9,412 sums, 1,710 of which differ.
    attacks, defenses, sums = {}, {}, []
    seen = [(who.sleeping, who.blinded, who.kinds) for who in defenders]
    for row, attacker in enumerate(attackers):
        felt = attacker.attack, attacker.blinded
        for column, defender in enumerate(defenders):
            mine, theirs = (row, seen[column]), (column, felt)
            if mine not in attacks:
                attacks[mine] = total(attacker_terms(attacker, defender, rules))
            if theirs not in defenses:
                defenses[theirs] = total(defender_terms(defender, rules, attacker=attacker))
            sums.append((attacks[mine], defenses[theirs]))
    return sums


def mean_totals(attackers, defenders, rules=Rules()):
    """Return the means of `totals`: an array (attackers, defenders, 2), attack and defence."""
    means = [[mean_of(side) for side in pair] for pair in totals(attackers, defenders, rules)]
    return np.reshape(means, (len(attackers), len(defenders), 2)).astype(float)


class Nets:
    """The nets of all pairs in points, with the chances of random ones; independent of sd.

    values, weights: arrays of the nets that are possible, and the chance of each in its pair.
    owners: the pair that each belongs to, attacker by attacker.
    """

    def __init__(self, attackers, defenders, rules=Rules()):
        values, weights, owners = [], [], []
        for owner, (attack, defense) in enumerate(totals(attackers, defenders, rules)):
            points = attack - defense
            random = isinstance(points, Distribution)
            values.append(points.values if random else [points])
            weights.append(points.chances if random else [1.0])
            owners.append(np.full(len(values[-1]), owner))
        self.values, self.weights, self.owners = map(np.concatenate, (values, weights, owners))
        self.shape = len(attackers), len(defenders)

    def chances(self, sd):
        """Return the chance of each attacker to hit each defender, an array; sd > 0."""
        sd = float(check_numbers("sd", sd, low=0, open_low=True))
        hits = np.bincount(self.owners, self.weights * ndtr(self.values / sd), np.prod(self.shape))
        return hits.reshape(self.shape)

    def against(self, column):
        """Return all nets against one defender, and the chance of each over all attackers."""
        own = self.owners % self.shape[1] == column
        return self.values[own], self.weights[own] / self.shape[0]


def hit_chances(attackers, defenders, *, sd=8.0, rules=Rules()):
    """Return the chance of each attacker to hit each defender: an array; random terms exactly."""
    return Nets(attackers, defenders, rules).chances(sd)
