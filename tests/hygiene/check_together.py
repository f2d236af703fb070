"""Sources of one room may be compiled as one (cmake/source_groups.py): there a name that is declared
by `using` outside of functions means the same in all of them."""

import re

import sources

ALIAS = re.compile(r"using (\w+) = (.+);$")
TAKEN = re.compile(r"using ([\w:]+::(\w+));$")


def room_of(root, path):
    for folder in path.parents:
        if (root / folder / "CMakeLists.txt").exists():
            return folder
    return path.parent


def declared(line):
    if match := ALIAS.match(line):
        return match[1], match[2]
    if match := TAKEN.match(line):
        return match[2], match[1]
    return None


def agree(one, other):
    """One of them may be qualified further."""
    return one.endswith(other) or other.endswith(one)


def check(root, files):
    first = {}  # by room and name: meaning, and where
    problems = []
    for path in sorted(files):
        if path.suffix != ".cpp":
            continue
        room = room_of(root, path)
        for number, line in enumerate((root / path).read_text(errors="replace").splitlines(), 1):
            if not (found := declared(line)):
                continue
            name, meaning = found
            known, where = first.setdefault((room, name), (meaning, path))
            if not agree(known, meaning):
                problems.append(f"{path}:{number}: '{name}' means something else in {where}")
    return problems


if __name__ == "__main__":
    sources.leave(check)
