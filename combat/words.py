"""Words that sentences everywhere need."""


def many(count, word):
    """Return a number with its noun.

    >>> many(1, "hit"), many(4000, "hit")
    ('1 hit', '4,000 hits')
    """
    return f"{count:,} {word}{'' if count == 1 else 's'}"
