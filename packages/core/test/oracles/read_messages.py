"""Reads a list of texts as JSON and writes what Python makes of each: null if it rejects the text, else its
arguments. The first argument is `percent` or `format`."""

import _string
import json
import string
import sys


class Asked(dict):
    """Has every name, and remembers those that were asked for."""

    def __init__(self):
        super().__init__()
        self.names = []

    def __missing__(self, name):
        self.names.append(name)
        return 1


def by_percent(text):
    asked = Asked()
    try:
        text % asked
        if asked.names:
            return sorted(set(asked.names))
    except (TypeError, ValueError, OverflowError):
        pass
    for count in range(40):
        try:
            text % ((1,) * count)
            return count
        except (TypeError, ValueError, OverflowError):
            continue
    return None


def by_format(text):
    names = []
    automatic = 0
    manual = False

    def read(pattern):
        nonlocal automatic, manual
        for _, field, spec, conversion in string.Formatter().parse(pattern):
            if field is None:
                continue
            if conversion is not None and conversion not in ("r", "s", "a"):
                raise ValueError("conversion")
            _, rest = _string.formatter_field_name_split(field)
            list(rest)  # raises for an attribute without a name
            if field == "" or field[0] in ".[":
                names.append(str(automatic) + field)
                automatic += 1
            else:
                manual = manual or field[0].isdigit()
                names.append(field)
            if spec:
                read(spec)

    try:
        read(text)
    except ValueError:
        return None
    return None if automatic and manual else names


READERS = {"percent": by_percent, "format": by_format}
texts = json.load(sys.stdin)
json.dump([READERS[sys.argv[1]](text) for text in texts], sys.stdout)
