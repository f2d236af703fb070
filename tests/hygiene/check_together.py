"""Sources of one room may be compiled as one (cmake/source_groups.py): there a name that is declared
by `using` outside of functions means the same in all of them, and no type that a source hides has
the name of one that the room's headers have in the same namespace."""

import pathlib
import re
import sys

import sources

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cmake"))
import source_groups  # noqa: E402

ALIAS = re.compile(r"using (\w+) = (.+);$")
TAKEN = re.compile(r"using ([\w:]+::(\w+));$")

NAMESPACE = re.compile(r"^namespace ([\w:]+) \{", re.MULTILINE)
TYPE = r"^(?:template <[^\n]*>\s)?(?:class|struct|union|enum class|enum) (\w+)"
DEFINED = re.compile(TYPE + r"[^;\n]*\{", re.MULTILINE)
NAMED = re.compile(TYPE, re.MULTILINE)


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


def namespace_at(text, position):
    return next((match[1] for match in reversed(list(NAMESPACE.finditer(text, 0, position)))), "")


def hidden_types(root, files):
    """Of sources, those that a header of the room shows by the same name."""
    shown = {}  # by room, namespace and name: where
    for path in files:
        if path.suffix == ".hpp":
            text = (root / path).read_text(errors="replace")
            for match in DEFINED.finditer(text):
                shown[room_of(root, path), namespace_at(text, match.start()), match[1]] = path
    problems = []
    for path in sorted(files):
        if path.suffix != ".cpp":
            continue
        text = (root / path).read_text(errors="replace")
        for part in source_groups.HIDDEN.finditer(text):
            for match in NAMED.finditer(part[1]):
                where = shown.get((room_of(root, path), namespace_at(text, part.start()), match[1]))
                if where:
                    line = text.count("\n", 0, part.start(1) + match.start()) + 1
                    problems.append(f"{path}:{line}: '{match[1]}' is another type in {where}")
    return problems


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
    return problems + hidden_types(root, files)


if __name__ == "__main__":
    sources.leave(check)
