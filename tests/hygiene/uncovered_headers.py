"""Prints the headers that no source includes before everything else, each on a line.

A header that is the first include of a source compiles alone there, as long as the sources are not
compiled together, and twice does no harm where it says `#pragma once`. The others are compiled by a
source of their own, which includes them twice.

    python3 tests/hygiene/uncovered_headers.py FOLDER...     of these folders
"""

import re
import sys

import sources

FIRST_INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def uncovered(texts):
    """Out of {name: text} of headers and sources: the headers without such a source."""
    first = set()
    for name, text in texts.items():
        include = re.search(r"^#include .*$", text, re.MULTILINE)
        named = FIRST_INCLUDE.match(include.group()) if include else None
        if name.endswith(".cpp") and named:
            first.add(named.group(1))
    return [name for name, text in sorted(texts.items())
            if name.endswith(".hpp") and not (name in first and "#pragma once" in text)]


def main():
    texts = {}
    for folder in sys.argv[1:]:
        for path in (sources.ROOT / folder).rglob("*.[ch]pp"):
            texts[path.relative_to(sources.ROOT).as_posix()] = path.read_text(encoding="utf-8")
    print("\n".join(uncovered(texts)))


if __name__ == "__main__":
    main()
