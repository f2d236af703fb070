"""docs/SUPPORTED.md is what sim/isa's tables of instructions say: check_supported.py --write."""

import re
import sys
from pathlib import Path

import sources

PAGE = Path("docs/SUPPORTED.md")
TABLES = Path("sim/isa")

STRING = r'"((?:[^"\\]|\\.)*)"'
SUPPORTED = re.compile(rf"^OPCODE\({STRING}, {STRING}, {STRING}, {STRING}, \w+, {STRING}, {STRING}\)$", re.MULTILINE)
APPROXIMATE = re.compile(rf"^APPROXIMATE\({STRING}, {STRING}\)$", re.MULTILINE)
MISSING = re.compile(rf"^MISSING\({STRING}, {STRING}, {STRING}, {STRING}\)$", re.MULTILINE)

HEAD = """# Which PTX the model runs

Written from the tables in `sim/isa` by `tests/hygiene/check_supported.py --write`. `lanescope supported FILE` says
which kernels of a file use nothing else; a run that reaches something else stops with its name and line. Sections are
the PTX ISA's. Modifiers may stand in any order that keeps the types in theirs, as ptxas takes them.
"""


def cell(text):
    return text.replace("|", "\\|")


def rows_of(root, name, pattern):
    text = sources.text_of(root / TABLES / name) or ""
    rows = pattern.findall(text)
    stated = len(re.findall(r"^(?:OPCODE|APPROXIMATE|MISSING)\(", text, re.MULTILINE))
    return rows, [] if stated == len(rows) else [f"{TABLES / name}:1: a row is not written as the others are"]


def page(root):
    supported, wrong = rows_of(root, "opcodes.def", SUPPORTED)
    approximate, more = rows_of(root, "approximate.def", APPROXIMATE)
    missing, most = rows_of(root, "missing.def", MISSING)
    names = {row[0] for row in supported}
    wrong += more + most
    wrong += [f"{TABLES}/approximate.def:1: no row of opcodes.def is called {row}" for row, _ in approximate if row not in names]
    lines = [HEAD, "## Supported\n", "| row | types | PTX ISA | what it does |", "|---|---|---|---|"]
    lines += [f"| `{name}` | {types.replace(' ', ', ')} | {section} | {cell(what)} |"
              for name, _, _, types, section, what in supported]
    lines += ["\n## Approximated\n", "These run, and may differ from a GPU where the PTX ISA leaves room.", "",
              "| row | how |", "|---|---|"]
    lines += [f"| `{name}` | {cell(how)} |" for name, how in approximate]
    lines += ["\n## Missing\n", "| instruction | PTX ISA | what it is | why |", "|---|---|---|---|"]
    lines += [f"| `{name}` | {section} | {cell(what)} | {cell(why)} |" for name, section, what, why in missing]
    return "\n".join(lines) + "\n", wrong


def check(root, files):
    if TABLES / "opcodes.def" not in files:
        return []
    wanted, wrong = page(root)
    there = sources.text_of(root / PAGE) if PAGE in files else None
    if there != wanted:
        wrong.append(f"{PAGE}:1: it is not what the tables of sim/isa say: check_supported.py --write")
    return wrong


if __name__ == "__main__":
    if "--write" in sys.argv:
        (sources.ROOT / PAGE).write_text(page(sources.ROOT)[0], encoding="utf-8")
    else:
        sources.leave(check)
