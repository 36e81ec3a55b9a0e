"""A cache of drawings, each made only once for the values that it uses."""

from collections.abc import Mapping

CAPTION = " caption"  # a key beside the names of controls, none of which contains a blank


class AxesCache:
    """The drawings of a panel's parts, each kept with the values that its functions read."""

    # If two charts each read three of four sliders of seven values, 2,401 frames need only 343
    # drawings of each. A drawing may depend on nothing but the values.

    def __init__(self):
        self._known = {}

    def memoised(self, part, values, draw):
        """Return draw(values), or an earlier result for which it read the same values."""
        known = self._known.setdefault(part, {})
        for names, found in known.items():
            key = _key(values, names)
            if key in found:
                return found[key]
        reads = Reads(values)
        drawn = draw(reads)
        names = tuple(reads.read)
        known.setdefault(names, {})[_key(values, names)] = drawn
        return drawn

    def reads(self):
        """Return of each part the set of the names of all values that it has ever read."""
        return [{name for names in known for name in names} for known in self._known.values()]


class Reads(Mapping):
    """A mapping from names to values; `read` remembers which names were asked for."""

    def __init__(self, values):
        self._values, self.read = values, {}

    def __getitem__(self, name):
        value = self._values[name]
        self.read[name] = True
        return value

    def __contains__(self, name):
        return name in self._values

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)


def _key(values, names):
    return tuple(repr(values[name]) for name in names)
