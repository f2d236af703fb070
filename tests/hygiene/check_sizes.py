"""No hand-written file is longer than 500 lines."""

import sources

LIMIT = 500
SUFFIXES = {".cpp", ".hpp", ".h", ".cu", ".py", ".sh", ".cmake", ".glsl", ".vert", ".frag"}
NAMES = {"CMakeLists.txt", "run", "test"}

# Tables written by a program: path and the program.
GENERATED = {}


def check(root, files):
    problems = []
    for path in files:
        if path.suffix not in SUFFIXES and path.name not in NAMES:
            continue
        if path.as_posix() in GENERATED:
            continue
        lines = (root / path).read_bytes().count(b"\n")
        if lines > LIMIT:
            problems.append(f"{path}:{LIMIT + 1}: {lines} lines, the limit is {LIMIT}")
    return problems


if __name__ == "__main__":
    sources.leave(check)
