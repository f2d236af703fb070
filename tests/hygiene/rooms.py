"""The rooms of the source tree, as CMake has them: folder, targets, links, and what it is.

A room is a folder whose CMakeLists.txt makes a library or the program. Its sources, those of folders
below it without a CMakeLists.txt included, may use what its targets link to, directly or through others.
"""

import re

import sources

SOURCE_FOLDERS = ("sim", "ports", "cuda", "runtime", "lab", "ui", "app")
CALL = re.compile(r"^[ \t]*(lanescope_\w+|target_link_libraries)\(([^()]*(?:\([^()]*\)[^()]*)*)\)",
                  re.MULTILINE)
MAKERS = {"lanescope_library", "lanescope_gui_library", "lanescope_executable", "lanescope_test",
          "lanescope_panel"}
LINKS = {"DEPS", "PRIVATE_DEPS", "PRIVATE", "PUBLIC", "INTERFACE"}
OTHERS = {"SOURCES", "HOOKED", "LABELS", "ARGS", "ENVIRONMENT", "TIMEOUT", "MODEL"}
# What lanescope_panel (ui/panels/CMakeLists.txt) links for each panel.
PANEL_LINKS = {"ui_panel", "ui_figures", "ui_teaching"}
# Targets that stand for every panel's.
ALL_PANELS = {"ui_panels", "ui_panel_models"}


class Room:
    def __init__(self, folder):
        self.folder, self.targets, self.linked, self.about = folder, [], set(), ""


def links_in(words):
    """Of a call's words those that stand behind a keyword of links."""
    found, inside = set(), False
    for word in words:
        if word in LINKS | OTHERS:
            inside = word in LINKS
        elif inside:
            found.add(word)
    return found


def comment_of(text):
    """The comment that the file begins with, as one line."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("# "))
    return " ".join(lines)


def read_room(folder, text):
    """The room that this CMakeLists.txt makes, or None."""
    room = Room(folder)
    for name, inside in CALL.findall(text):
        words = re.sub(r"#[^\n]*", "", inside).split()
        if not words or "$" in words[0] or words[0] in ALL_PANELS:
            continue
        if name in MAKERS:
            panel = name == "lanescope_panel"
            room.targets.append(f"ui_{words[0]}_panel" if panel else words[0])
            room.linked |= links_in(words[1:]) | (PANEL_LINKS if panel else set())
        elif name == "target_link_libraries" and words[0] in room.targets:
            room.linked |= links_in(words[1:])
    room.about = comment_of(text)
    return room if room.targets else None


def read(root, files, below=SOURCE_FOLDERS):
    """Rooms by folder."""
    rooms = {}
    for path in files:
        if path.name == "CMakeLists.txt" and path.parts[0] in below:
            folder = path.parent.as_posix()
            room = read_room(folder, sources.text_of(root / path) or "")
            if room is not None:
                rooms[folder] = room
    return rooms


def room_of(path, rooms):
    """The folder of the room that a path belongs to, or None."""
    parts = path.split("/")[:-1]
    while parts:
        if "/".join(parts) in rooms:
            return "/".join(parts)
        parts.pop()
    return None


def arrows(rooms, targets=None):
    """The rooms that each room links to itself, by folder. `targets`: rooms beside these."""
    owner = {name: folder for folder, room in (targets or rooms).items() for name in room.targets}
    panels = {folder for folder in rooms if folder.startswith("ui/panels/")}
    return {folder: ({owner[name] for name in room.linked if name in owner} |
                     (panels if room.linked & ALL_PANELS else set())) - {folder}
            for folder, room in rooms.items()}


def reachable(folder, below):
    """The room and everything below it."""
    seen, todo = set(), [folder]
    while todo:
        current = todo.pop()
        if current not in seen:
            seen.add(current)
            todo += below.get(current, ())
    return seen
