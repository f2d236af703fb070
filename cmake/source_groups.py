"""Which sources can be read together as one, because none hides a name that another hides too.

    python3 cmake/source_groups.py FOLDER SOURCE...     prints `SOURCE;GROUP` a line

Most of the time of a compiler, and of clang-tidy, goes into reading the same headers once more for
each source: sources that are compiled alike are read together where their names allow it.
"""

import pathlib
import re
import sys

MOST_TOGETHER = 8  # bounds memory, and lets several jobs end together

HIDDEN = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.MULTILINE | re.DOTALL)
# What a source that is read together with others must not define twice: types, constants and
# functions of its unnamed namespace, and macros.
NAMES = re.compile(
    r"^(?:template <[^\n]*>\s)?(?:(?:class|struct|union|enum class|enum) (\w+)|using (\w+) ="
    r"|(?!using |namespace )[^\s/#}][^\n(={]*?\b(\w+)(?:\(|\{| =|\[|;))", re.MULTILINE)
# One statement may define several constants, and in braces.
CONSTANTS = re.compile(r"^constexpr [^;]*;", re.MULTILINE)
CONSTANT = re.compile(r"\b(k[A-Z]\w*)(?= =|\{)")
MACROS = re.compile(r"^#define (\w+)", re.MULTILINE)


def hidden_names(text):
    found = set(MACROS.findall(text))
    for part in HIDDEN.findall(text):
        found.update(name for pair in NAMES.findall(part) for name in pair if name)
        found.update(name for constants in CONSTANTS.findall(part) for name in CONSTANT.findall(constants))
    return found


def grouped(texts, most=MOST_TOGETHER):
    """Lists of names out of {name: text}, in which no hidden name is met twice."""
    groups = []  # (names, hidden names taken)
    for name, text in sorted(texts.items()):
        taken = hidden_names(text)
        for names, identifiers in groups:
            if len(names) < most and not taken & identifiers:
                names.append(name)
                identifiers |= taken
                break
        else:
            groups.append(([name], taken))
    return [names for names, _ in groups]


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    texts_of = {name: (folder / name).read_text(encoding="utf-8") for name in sys.argv[2:]}
    for number, together in enumerate(grouped(texts_of)):
        for member in together:
            print(f"{member};{number}")
