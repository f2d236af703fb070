"""docs/pictures.txt draws every panel and lesson, in both themes and sizes, and all that docs show."""

import re

import sources

FEWEST = 40
LESSONS = re.compile(r"kernels/([\w-]+)/lesson\.toml$")
PANEL_ID = re.compile(r'string_view id\(\) const override \{ return "([\w-]+)"')
SHOWN = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")


def rows_of(text):
    """The pictures: a list of [name, size, theme, lesson, step, commands]."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [[cell.strip() for cell in line.split("|", 5)] for line in lines]


def check(root, files):
    problems = []
    rows = rows_of(sources.text_of(root / "docs/pictures.txt") or "")
    problems += [f"docs/pictures.txt: {row[0]}: six cells are wanted" for row in rows
                 if len(row) != 6]
    rows = [row for row in rows if len(row) == 6]
    names = {row[0] for row in rows}
    if len(names) < max(FEWEST, len(rows)):
        problems.append(f"docs/pictures.txt: {len(names)} names, {FEWEST} and no two alike are wanted")
    for place, wanted in ((1, {"1280x720", "1920x1080"}), (2, {"dark", "light"})):
        if {row[place] for row in rows} != wanted:
            problems.append(f"docs/pictures.txt: there are to be pictures {' and '.join(wanted)}")
    for path in map(str, files):
        if (lesson := LESSONS.search(path)) and f"lesson-{lesson[1]}" not in names:
            problems.append(f"docs/pictures.txt: lesson-{lesson[1]} is missing")
        text = sources.text_of(root / path) or ""
        if path.startswith("ui/panels/"):
            for panel in PANEL_ID.findall(text):
                if f"panel-{panel}" not in names:
                    problems.append(f"docs/pictures.txt: panel-{panel} is missing")
        if path.endswith(".md"):
            for shown in SHOWN.findall(text):
                if shown.removeprefix("docs/").removesuffix(".png") not in names:
                    problems.append(f"{path}: {shown} is none of docs/pictures.txt")
    return problems


if __name__ == "__main__":
    sources.leave(check)
