"""Fails on an #include that the links of CMake do not allow, on a namespace that is not the folder's, and on a
room that ARCHITECTURE.md has wrong.

    check_layers.py            reads the repository
    check_layers.py --write    writes the table of ARCHITECTURE.md anew

A room (rooms.py) may include what its targets link to, directly or through others; so may a test.
No room reaches itself. Beyond that some arrows are never to exist: FORBIDDEN and OUTSIDE.

A room's files open the room's namespace (namespace_of) or one inside of it. Types of another room are
declared in that room's namespace. A test opens the namespace of a room, or one of tests.
"""

import re
import sys

import rooms as house
import sources

# Views, replay and analyses read what every engine has (sim/engine); they never reach the machine or
# PTX. NVIDIA's tools may be absent: only the program names them, all others what ports/ declares.
FORBIDDEN = [
    (re.compile(r"^ui/"), re.compile(r"^sim/(machine|code|isa|ptx)")),
    (re.compile(r"^sim/(replay|trace|analysis)/"), re.compile(r"^sim/(machine|code|isa|ptx)")),
    (re.compile(r"^(sim|ports|runtime|lab|ui)/"), re.compile(r"^cuda/")),
    # What a program loads in place of NVIDIA's library is the machine alone; all others have its record.
    (re.compile(r"^(sim|ports|cuda|lab|ui|app)/"), re.compile(r"^runtime(/(api|driver|graphs))?$")),
]

# Nor do they name what a header of lab brings along.
NAMED = re.compile(r"^(?!\s*//).*\b(machine|code|isa|ptx)::")
NAMELESS = re.compile(r"^(ui|sim/(replay|trace|analysis))/")

# Headers by who may include them: of others, and of those who write.
OUTSIDE = [
    (
        re.compile(r"^(imgui|implot|imstb_|TextEditor\.h|portable-file-dialogs)"),
        re.compile(r"^(ui/(style|widgets|panels|studio|gl)|app)\b"),
        "Dear ImGui and ImPlot belong to ui/style, ui/widgets, ui/panels, ui/studio, ui/gl and app",
    ),
    (
        re.compile(r"^(GL|GLES\d?|GLFW|EGL|KHR)/"),
        re.compile(r"^(ui/gl|app)\b"),
        "OpenGL belongs to ui/gl and app",
    ),
    (
        re.compile(r"^(nvrtc|nvJitLink|cuda|cuda_runtime|cupti)\w*\.h$"),
        re.compile(r"^(cuda|runtime)\b"),
        "NVIDIA's headers belong to cuda and runtime",
    ),
    (
        re.compile(r"^(ui/session/edit/|ui/commands/command_rows\.hpp)"),
        re.compile(r"^ui/(session|commands)\b"),
        "only commands change a session: panels, studio and windows post them",
    ),
]
# A panel's draw model knows nothing of Dear ImGui: it is built without it.
MODEL = re.compile(r"^ui/panels/.*_(model|rows|figures|words)\.[ch]pp$")

# Rooms whose names need no prefix below: all of the program uses the one's, all of ui the other's.
UNPREFIXED = {"sim/base": "lanescope", "ui/words": "lanescope::ui"}
OPENED = re.compile(r"^namespace (lanescope\b[\w:]*) \{", re.MULTILINE)
# A block that does nothing but declare types.
DECLARED = re.compile(r"(?:\s*(?:class|struct|enum|enum class) \w+(?: : [\w:]+)?;)+\s*\}")
OF_TESTS = re.compile(r"^lanescope(::\w+)*::(\w+_test|test|bench)(::|$)")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[>"]')
BEGIN, END = "<!-- rooms: written by tests/hygiene/check_layers.py -->", "<!-- end of rooms -->"


def judge_outside(name, included):
    if MODEL.search(name) and OUTSIDE[0][0].match(included):
        return "a draw model is built without Dear ImGui"
    for pattern, owners, rule in OUTSIDE:
        if pattern.match(included) and not owners.search(name):
            return rule
    return None


def judge(name, room, included, rooms, below):
    """What is wrong with one #include of a room's file, or None."""
    target = house.room_of(included, rooms)
    if target is None or (room.startswith("tests/") and target.startswith("tests/")):
        if "/" not in included and included.endswith(".hpp"):
            return "an include is written from the repository root"
        return None
    if target not in house.reachable(room, below):
        return f"{room} does not link to {target}"
    for source, never in FORBIDDEN:
        if source.search(name) and never.search(target):
            return f"{source.pattern} may never use {target}"
    return None


def check_includes(root, files, rooms, below, allowed_rooms):
    problems = []
    for path in files:
        name = path.as_posix()
        room = house.room_of(name, rooms)
        if room is None or path.suffix not in (".cpp", ".hpp", ".h"):
            continue
        for number, line in enumerate((sources.text_of(root / path) or "").splitlines(), 1):
            if not (found := INCLUDE.match(line)):
                if NAMELESS.search(name) and (named := NAMED.match(line)):
                    problems.append(f"{name}:{number}: {room} may never name {named[1]}::")
                continue
            problem = None if name.startswith("tests/") else judge_outside(name, found[2])
            problem = problem or (found[1] == '"' and
                                  judge(name, room, found[2], allowed_rooms, below))
            if problem:
                problems.append(f"{name}:{number}: {problem}: {found[2]}")
    return problems


def namespace_of(room):
    """The folder's path below lanescope; the simulator's and the lab's rooms go without sim and lab."""
    if room in UNPREFIXED:
        return UNPREFIXED[room]
    parts = room.split("/")
    return "::".join(["lanescope", *(parts[1:] if parts[0] in ("sim", "lab") else parts)])


def owner_of(namespace, rooms):
    """The room whose namespace this is, or lies in."""
    owners = [room for room in rooms if f"{namespace}::".startswith(f"{namespace_of(room)}::")]
    return max(owners, key=lambda room: len(namespace_of(room)), default=None)


def may_open(name, opened, only_types, rooms):
    """Whether this file may open this namespace. `only_types`: to declare types in it, and no more."""
    owner = owner_of(opened, rooms)
    if name.startswith(("tests/", "bench/")):
        return (bool(OF_TESTS.match(opened)) or owner not in UNPREFIXED or
                name.startswith(f"tests/{owner}/"))
    return owner == house.room_of(name, rooms) or (only_types and opened == namespace_of(owner))


def check_namespaces(root, files, rooms, everything):
    problems = []
    for path in files:
        name = path.as_posix()
        room = house.room_of(name, everything)
        if room is None or path.suffix not in (".cpp", ".hpp", ".h"):
            continue
        text = sources.text_of(root / path) or ""
        for found in OPENED.finditer(text):
            only_types = bool(DECLARED.match(text, found.end()))
            if not may_open(name, found[1], only_types, rooms):
                line = text.count("\n", 0, found.start()) + 1
                wanted = namespace_of(room) if room in rooms else "a room's, or a test's"
                problems.append(f"{name}:{line}: opens {found[1]}, not {wanted}")
    return problems


def check_loops(below):
    return [f"{room}/CMakeLists.txt:1: {room} reaches itself, through {link}"
            for room in sorted(below) for link in sorted(below[room])
            if room in house.reachable(link, below)]


def table(rooms, below):
    """The rooms in the order of their arrows: a room stands below those that it links to."""
    order, todo = [], sorted(rooms)
    while todo:
        ready = [room for room in todo if not below[room] & set(todo)] or todo[:1]
        order += ready
        todo = [room for room in todo if room not in ready]
    lines = ["| folder | target | what it is | links to |", "|---|---|---|---|"]
    for top in house.SOURCE_FOLDERS:
        for room in (room for room in order if room.split("/")[0] == top):
            targets = ", ".join(rooms[room].targets)
            links = ", ".join(sorted(below[room])) or "–"
            lines.append(f"| `{room}` | {targets} | {rooms[room].about.rstrip('.')} | {links} |")
    return lines


def check_table(root, rooms, below):
    text = sources.text_of(root / "ARCHITECTURE.md") if (root / "ARCHITECTURE.md").exists() else None
    if text is None:
        return []
    wanted = "\n".join([BEGIN, *table(rooms, below), END])
    if wanted in text:
        return []
    return ["ARCHITECTURE.md:1: its table of rooms is not CMake's: check_layers.py --write"]


def write_table(root, files):
    rooms = house.read(root, files)
    place, text = root / "ARCHITECTURE.md", sources.text_of(root / "ARCHITECTURE.md")
    wanted = "\n".join([BEGIN, *table(rooms, house.arrows(rooms)), END])
    pattern = re.escape(BEGIN) + ".*" + re.escape(END)
    place.write_text(re.sub(pattern, lambda _: wanted, text, flags=re.DOTALL), encoding="utf-8")


def check(root, files):
    rooms = house.read(root, files)
    tests = house.read(root, files, below=("tests", "bench"))
    everything = {**tests, **rooms}
    below = house.arrows(everything, everything)
    own = {folder: below[folder] for folder in rooms}
    problems = check_includes(root, files, everything, below, everything)
    problems += check_namespaces(root, files, rooms, everything)
    problems += check_loops(own)
    problems += [f"{room}/CMakeLists.txt:1: begins with no comment on what the room is"
                 for room in sorted(rooms) if not rooms[room].about]
    return problems + check_table(root, rooms, own)


if __name__ == "__main__":
    if "--write" in sys.argv:
        write_table(sources.ROOT, sources.tracked())
    else:
        sources.leave(check)
