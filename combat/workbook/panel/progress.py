"""How far work is: a bar for what takes long, which is not saved and stands on no page."""

import ipywidgets as widgets


class Progress:
    """A progress bar, to be called as progress(done, total); it shows both numbers, too.

    >>> bar = Progress("battles")
    >>> bar(5000, 20000)
    >>> bar
    battles: 5,000 of 20,000
    """

    def __init__(self, label):
        self._label = label
        self._bar = widgets.IntProgress(0, 0, 1, layout={"width": "300px"})
        self._words = widgets.Label(label)
        self.widget = widgets.HBox([self._bar, self._words])

    def __call__(self, done, total, label=None):
        self._label = self._label if label is None else label
        self._bar.max, self._bar.value = total, done
        self._words.value = f"{self._label}: {done:,} of {total:,}"

    def __repr__(self):
        return self._words.value

    def _repr_mimebundle_(self, **_kwargs):
        data = {**self.widget._repr_mimebundle_(), "text/plain": repr(self)}
        return data, {"combat": {"passing": True}}  # of no use once the work is done
