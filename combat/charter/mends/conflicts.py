"""What contradicts itself: promises that exclude each other, or that no number keeps."""

from combat.charter.mends.keeping import blocks
from combat.charter.mends.numbers import points_of, size_of
from combat.charter.systems.measures import MEASURES, SIDES

_EDGE = 1e-9


def hopeless(asked, numbers):
    """Return claims that no search can keep, and why; none and "" elsewhere."""
    if empty := [one for one in asked.claims if one.empty]:
        return empty[:1], "No value has this margin to both ends"
    if two := _excluding(asked):
        return two, "These promises contradict each other, whatever the numbers"
    touched = set().union(*map(asked.touched, numbers))
    if still := sorted({*asked.broken} - touched):
        return [asked.claims[at] for at in still], "Broken, and no number that may change counts"
    return (), ""


def kept_by_none(keeping, numbers):
    """Yield, slice by slice, a claim that no single number keeps and why, as of `hopeless`."""
    asked = keeping.asked
    for at in asked.broken:
        touching = [one for one in numbers if at in asked.touched(one)]
        points = sorted((point for one in touching for point in points_of(one)), key=size_of)
        for block in blocks(points):
            yield (), ""
            if keeping.kept(block, [at]):
                break
        else:
            yield (
                [asked.claims[at]],
                "No value of a single number that may change keeps this promise",
            )
            return


def _excluding(asked):
    """Two claims on one duel that exclude each other whatever the numbers, or none."""
    bands = {}
    for claim, question in zip(asked.claims, asked.questions, strict=True):
        pair, ends, measure = (claim.first, claim.second), claim.ends, MEASURES.get(claim.measure)
        alike = measure and measure.of == SIDES and question and not question.rules.attacking
        if alike and pair[0] > pair[1] and (measure.name == "score" or not measure.better):
            pair = pair[::-1]
            ends = (1 - ends[1], 1 - ends[0]) if measure.better else ends
        key = claim.system, *pair, claim.measure, tuple(sorted(claim.given.items()))
        for other, (low, high) in bands.setdefault(key, []):
            if max(low, ends[0]) > min(high, ends[1]) + _EDGE:
                return [other, claim]
        bands[key].append((claim, ends))
    return []
