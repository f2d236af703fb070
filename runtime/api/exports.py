"""exports.py FUNCTIONS.def EXPORTS.map [PAGE.md]

Writes the linker's version script from the table of CUDA's functions: what programs see of the library, under
the version that NVIDIA's has; and the page that says what is covered.
"""

import re
import sys
from pathlib import Path

ROW = re.compile(r"^LANESCOPE_(COVERED|MISSING)\(\"([^\"]+)\", (\w+), (\w*)\)$", re.MULTILINE)
NODE = "libcudart.so.13"


def rows(text):
    """(covered, group, name, suffix of the form per thread)"""
    return [(found[1] == "COVERED", found[2], found[3], found[4]) for found in ROW.finditer(text)]


def exports(table):
    names = [name + each for _, _, name, suffix in table for each in sorted({"", suffix})]
    return f"{NODE} {{\n global:\n" + "".join(f"  {name};\n" for name in names) + " local:\n  *;\n};\n"


def page(table):
    groups = {}
    for covered, group, name, suffix in table:
        groups.setdefault(group, ([], []))[0 if covered else 1].append(name)
    have = sum(covered for covered, *_ in table)
    lines = ["# CUDA's runtime API on the model", "",
             "Written by `runtime/api/exports.py` from `runtime/api/functions.def`; a test compares. What whole programs",
             f"(`lanescope program`) may call: {have} of the {len(table)} functions that CUDA 13.0's",
             "`libcudart.so.13` exports. The others return `cudaErrorNotSupported` and are named once on standard error.",
             "Forms for a default stream per thread (`_ptsz`, `_ptds`) are those of the same function.", ""]
    for group, (there, lacking) in groups.items():
        lines += [f"## {group}", ""]
        if there:
            lines += ["Covered: " + ", ".join(f"`{name}`" for name in there) + ".", ""]
        if lacking:
            lines += ["Missing: " + ", ".join(f"`{name}`" for name in lacking) + ".", ""]
    return "\n".join(lines)


def main():
    table = rows(Path(sys.argv[1]).read_text(encoding="utf-8"))
    Path(sys.argv[2]).write_text(exports(table), encoding="utf-8")
    if len(sys.argv) > 3:
        Path(sys.argv[3]).write_text(page(table), encoding="utf-8")


if __name__ == "__main__":
    main()
