"""tests/course/numbers lists the notes' numbers; each that is said to be shown is, and docs tells of all.

    check_numbers.py            the list is sound, and docs/COURSE_NUMBERS.md is what it gives (--check, too)
    check_numbers.py --write    writes that page

tests/course/README.md says what stands in a row.
"""

import math
import re
import sys
import tomllib
from collections import namedtuple
from pathlib import Path

import sources

LIST = Path("tests/course/numbers")
PAGE = Path("docs/COURSE_NUMBERS.md")
KEYS = {"what": str, "value": list, "notes_say": str, "where": str, "how": str, "by": list,
        "waits_for": str, "reason": str}
NEEDED = ("what", "value", "where", "how")
STATES = ("by", "waits_for", "reason")  # a row has one of them
COUNTED = ("run", "formula")
BESIDE = ("hardware", "history")
LATER = "later: "  # waits for what is no lesson yet
PLACE = re.compile(r"(?:(?:00[0-4]|golden_00[01]) \S.*?(?:; |$))+")
STEP = "step "

Row = namedtuple("Row", "lesson id table")
Lesson = namedtuple("Lesson", "claims choices")

HEAD = """# Numbers of the course

Each number that the course notes state or derive and that a run or a formula can show, with what shows it
today: a claim of a lesson (`lesson: claim`), a question (`lesson: step …`), both recomputed by `lanescope
check`, or a test. *Where* names the inventory and its section, with the notes' lines. Where the notes are
wrong, *value* is the right one. Written from `tests/course/numbers` by
`tests/hygiene/check_numbers.py --write`.

**{shown} of {count} numbers are shown: {percent}.**
{beside} more, which only other hardware, a clock or a history book could show, stand at the end.
"""


def rows_of(root, files):
    """Every row, by lesson and in the order of its file."""
    for path in sorted(path for path in files if path.parent == LIST and path.suffix == ".toml"):
        for name, table in tomllib.loads(sources.text_of(root / path)).items():
            yield Row(path.stem, name, table)


def lessons_of(root, files):
    """Name -> its claims' values, and the choices of each step's question."""
    lessons = {}
    for path in files:
        if path.parts[0] == "kernels" and path.name == "lesson.toml":
            table = tomllib.loads(sources.text_of(root / path))
            claims = {claim["id"]: claim["value"] for claim in table.get("claim", [])}
            choices = {step["id"]: step["question"].get("choices", []) for step in table.get("step", [])
                       if "question" in step}
            lessons[path.parts[1]] = Lesson(claims, choices)
    return lessons


def flat(value):
    """The numbers and words in lists of lists."""
    return [one for part in value for one in flat(part)] if isinstance(value, list) else [value]


def same(one, other):
    if isinstance(one, str) or isinstance(other, str):
        return str(one) == str(other)
    return math.isclose(one, other, rel_tol=1e-3, abs_tol=1e-9)


def number(text):
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return text


def is_test(root, files, reference):
    path, _, name = reference.partition("::")
    suite, _, case = name.partition(".")
    if Path(path) not in files or not case:
        return False
    macro = rf"^TEST(?:_F|_P)?\({re.escape(suite)},\s*{re.escape(case)}\)"
    return re.search(macro, sources.text_of(root / path), re.MULTILINE) is not None


def told_by(lessons, reference):
    """The values that a claim or a question can show, or None if it is not there."""
    name, _, what = reference.partition(": ")
    lesson = lessons.get(name)
    if lesson is not None and what.startswith(STEP):
        choices = lesson.choices.get(what.removeprefix(STEP))
        return None if choices is None else [number(choice) for choice in choices]
    return [lesson.claims[what]] if lesson is not None and what in lesson.claims else None


def wrong_references(root, files, lessons, row):
    """What `by` names is there, has the row's value, and leaves none of its values out."""
    values, covered, tested = flat(row.table["value"]), [], False
    for reference in row.table["by"]:
        if "::" in reference:
            tested = True
            if not is_test(root, files, reference):
                yield f"no such test: {reference}"
            continue
        told = told_by(lessons, reference)
        if told is None:
            yield f"no such claim or question: {reference}"
        elif not any(same(value, one) for value in values for one in told):
            yield f"{reference} has another value: {told}"
        else:
            covered += told
    for value in values:
        if covered and not tested and not any(same(value, one) for one in covered):
            yield f"nothing in `by` has the value {value}"


def wrong_shape(row, stems):
    for key, value in row.table.items():
        if not isinstance(value, KEYS.get(key, ())) or value == "":
            yield f"{key} is unknown, empty or of the wrong kind"
    yield from (f"{key} is missing" for key in NEEDED if key not in row.table)
    states = [key for key in STATES if key in row.table]
    how = row.table.get("how")
    if len(states) != 1 or row.table.get("by") == []:
        yield f"one of {', '.join(STATES)} is wanted"
    if how not in COUNTED + BESIDE or (how in BESIDE and states != ["reason"]):
        yield f"how is one of {', '.join(COUNTED + BESIDE)}, the last two with a reason"
    if not PLACE.fullmatch(row.table.get("where", "")):
        yield "where begins with the inventory: 000 to 004, golden_000 or golden_001"
    waits_for = row.table.get("waits_for", LATER)
    if not waits_for.startswith(LATER) and waits_for not in stems:
        yield f"waits for what is neither a lesson of the list nor `{LATER}…`: {waits_for}"


def check_list(root, files):
    rows, lessons = list(rows_of(root, files)), lessons_of(root, files)
    stems, there = {row.lesson for row in rows}, set(files)
    for row in rows:
        problems = list(wrong_shape(row, stems))
        if not problems and "by" in row.table:
            problems = wrong_references(root, there, lessons, row)
        yield from (f"{LIST / row.lesson}.toml:1: [{row.id}] {problem}" for problem in problems)


def text_of_value(value):
    if isinstance(value, list):
        return ", ".join(f"({text_of_value(one)})" if isinstance(one, list) else text_of_value(one)
                         for one in value)
    return f"{value:,}" if isinstance(value, (int, float)) else f"`{value}`"


def state(table):
    if "by" in table:
        return "<br>".join(f"`{reference}`" for reference in table["by"])
    return f"waits for {table['waits_for']}" if "waits_for" in table else table["reason"]


def line(*cells):
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def percent(rows):
    return f"{100 * sum('by' in row.table for row in rows) // max(1, len(rows))} %"


def number_table(rows, last):
    yield from ["", line("number", "value", "where", last), "|---|---|---|---|"]
    for row in rows:
        value = text_of_value(row.table["value"])
        if "notes_say" in row.table:
            value += f"; the notes: {row.table['notes_say']}"
        yield line(row.table["what"], value, row.table["where"], state(row.table))


def page(rows):
    """The whole page, of rows that are sound."""
    counted = [row for row in rows if row.table["how"] in COUNTED]
    beside = [row for row in rows if row.table["how"] in BESIDE]
    by_lesson = {name: [row for row in counted if row.lesson == name]
                 for name in sorted({row.lesson for row in counted})}
    shown = sum("by" in row.table for row in counted)
    lines = [HEAD.format(shown=shown, count=len(counted), percent=percent(counted), beside=len(beside)),
             line("lesson", "numbers", "shown", ""), "|---|---:|---:|---:|"]
    lines += [line(f"[{name}](#{name})", len(own), sum("by" in row.table for row in own), percent(own))
              for name, own in by_lesson.items()]
    for name, own in by_lesson.items():
        lines += ["", f"## {name}", *number_table(own, "shown by")]
    lines += ["", "## Neither run nor formula", *number_table(beside, "why")]
    return "\n".join(lines) + "\n"


def check(root, files):
    problems = list(check_list(root, files))
    if not problems and sources.text_of(root / PAGE) != page(list(rows_of(root, files))):
        problems = [f"{PAGE}:1: is not what {LIST} gives: check_numbers.py --write"]
    return problems


def main(arguments):
    files = sources.tracked()
    if "--write" not in arguments:
        return sources.report(check(sources.ROOT, files))
    problems = list(check_list(sources.ROOT, files))
    if not problems:
        (sources.ROOT / PAGE).write_text(page(list(rows_of(sources.ROOT, files))), encoding="utf-8")
    return sources.report(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
