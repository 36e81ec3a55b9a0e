"""Dataclasses whose fields say what they may hold."""

from dataclasses import MISSING, field, fields


def checked_field(check, default=MISSING, **more):
    """Return a field that keeps what `check` makes of its value.

    check: function(name, value), which raises ValueError. The default stays as it is. more: what
    else is known of the field, kept in its metadata.
    """
    return field(default=default, metadata={"check": check, **more})


class Checked:
    """A dataclass whose fields are checked: ValueError names a field, its value and its limits."""

    def __post_init__(self):
        for one in fields(self):
            value = getattr(self, one.name)
            if "check" in one.metadata and value is not one.default:
                object.__setattr__(self, one.name, one.metadata["check"](one.name, value))
