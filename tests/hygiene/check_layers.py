"""Reads the #include lines and fails on an arrow that the architecture does not have.

app -> ui -> lab -> {sim, cuda}; inside sim analysis -> replay -> {exec, trace},
trace -> events <- exec -> isa -> ptx -> base. A layer may use what lies below it, however far,
except where FORBIDDEN says never.
"""

import re

import sources

# Each layer and the ones directly below it.
BELOW = {
    "sim/base": [],
    "sim/ptx": ["sim/base"],
    "sim/isa": ["sim/ptx"],
    "sim/events": ["sim/base"],
    "sim/exec": ["sim/isa", "sim/events"],
    "sim/trace": ["sim/events"],
    "sim/replay": ["sim/exec", "sim/trace"],
    "sim/analysis": ["sim/replay"],
    "cuda": ["sim/base"],
    "cuda/gl": ["cuda"],
    "lab": ["sim/analysis", "cuda"],
    "ui/words": [],
    "ui/style": ["sim/base"],
    "ui/model": ["lab", "ui/style", "ui/words"],  # colours by role are data; only fonts know Dear ImGui
    "ui/widgets": ["ui/model"],
    "ui/panels": ["ui/widgets"],
    "ui/gl": ["ui/panels"],  # the window and the off-screen picture hold the panels
    "app": ["ui/gl", "cuda/gl"],
}

# Views read traces; they never reach the machine. The compiler passes only through the window.
FORBIDDEN = [
    (re.compile(r"^ui/"), re.compile(r"^sim/exec$")),
    (re.compile(r"^ui/(model|style|widgets|panels)$"), re.compile(r"^cuda$")),
]

# Headers of others, by who may include them.
OUTSIDE = [
    (
        re.compile(r"^(imgui|implot|imstb_|TextEditor\.h|portable-file-dialogs)"),
        {"ui/style", "ui/widgets", "ui/panels", "ui/gl", "app"},
        "Dear ImGui and ImPlot belong to ui/widgets, ui/panels, ui/style, ui/gl and app",
    ),
    (
        re.compile(r"^(GL|GLES\d?|GLFW|EGL|KHR)/"),
        {"ui/gl", "app"},
        "OpenGL belongs to ui/gl and app",
    ),
    (
        re.compile(r"^(nvrtc|nvJitLink|cuda|cuda_runtime|cupti)\w*\.h$"),
        {"cuda"},
        "NVIDIA's headers belong to cuda",
    ),
]

# What panels share: the interface that they implement, and the list that names them all.
PANEL_SHARED = {"panel", "panels", "registry", "context", "panel_context", "panel_set"}
PANEL_LISTS = {"registry", "panels", "panel_set"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def reachable(layer):
    """The layer and everything below it."""
    seen, todo = set(), [layer]
    while todo:
        current = todo.pop()
        if current not in seen:
            seen.add(current)
            todo += BELOW[current]
    return seen


def layer_of(path):
    parts = path.split("/")
    for layer in ("/".join(parts[:2]), parts[0]):
        if layer in BELOW:
            return layer
    return None


def stem(path):
    return path.rsplit("/", 1)[-1].rsplit(".", 1)[0]


def same_panel(includer, included):
    """A panel may be several files that share the beginning of their names; so may the studio."""
    if stem(includer).startswith("studio") and stem(included).startswith("studio"):
        return True
    short, long = sorted((stem(includer).removesuffix("_panel"),
                          stem(included).removesuffix("_panel")), key=len)
    return long == short or long.startswith(short + "_")


def judge(includer, layer, quoted, included):
    """What is wrong with one #include, or None."""
    for pattern, owners, rule in OUTSIDE:
        if pattern.match(included) and layer not in owners:
            return rule
    target = layer_of(included)
    if target is None:
        if quoted and "/" not in included and included.endswith(".hpp"):
            return "an include is written from the repository root"
        return None
    if target not in reachable(layer):
        return f"{layer} may not use {target}"
    for source, never in FORBIDDEN:
        if source.search(layer) and never.search(target):
            return f"{layer} may never use {target}"
    if layer == target == "ui/panels" and stem(includer) not in PANEL_LISTS:
        if stem(included) not in PANEL_SHARED and not same_panel(includer, included):
            return "a panel may not include another panel"
    return None


def check(root, files):
    problems = []
    for path in files:
        name = path.as_posix()
        layer = layer_of(name)
        if layer is None or path.suffix not in (".cpp", ".hpp", ".h"):
            continue
        text = sources.text_of(root / path) or ""
        for number, line in enumerate(text.splitlines(), 1):
            found = INCLUDE.match(line)
            if found:
                problem = judge(name, layer, found.group(1) == '"', found.group(2))
                if problem:
                    problems.append(f"{name}:{number}: {problem}: {found.group(2)}")
    return problems


if __name__ == "__main__":
    sources.leave(check)
