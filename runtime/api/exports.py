"""exports.py FUNCTIONS.def DRIVER.def EXPORTS.map [PAGE.md]

Writes the linker's version script from the tables of CUDA's functions, of the runtime and of the driver: what programs see of the library, under
the version that NVIDIA's has; and the page that says what is covered.
"""

import re
import sys
from pathlib import Path

DRIVER_ROW = re.compile(r"^LANESCOPE_DRIVER\(\"([^\"]+)\", (\w+), (\w*)\)$", re.MULTILINE)
ROW = re.compile(r"^LANESCOPE_(COVERED|MISSING)\(\"([^\"]+)\", (\w+), (\w*)\)$", re.MULTILINE)
NODE = "libcudart.so.13"


def rows(text):
    """(covered, group, name, suffix of the form per thread)"""
    return [(found[1] == "COVERED", found[2], found[3], found[4]) for found in ROW.finditer(text)]


def driver_rows(text):
    return [(True, found[1], found[2], found[3]) for found in DRIVER_ROW.finditer(text)]


def exports(table):
    names = [name + each for _, _, name, suffix in table for each in sorted({"", suffix})]
    return f"{NODE} {{\n global:\n" + "".join(f"  {name};\n" for name in names) + " local:\n  *;\n};\n"


def page(table, driver):
    groups = {}
    for covered, group, name, suffix in table:
        groups.setdefault(group, ([], []))[0 if covered else 1].append(name)
    of_driver = {}
    for _, group, name, _ in driver:
        of_driver.setdefault(group, []).append(re.sub(r"_v\d$", "", name))
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
    lines += ["# CUDA's driver API on the model", "",
              "Written by the same from `runtime/driver/functions.def`. What there is of `libcuda.so.1`, on the same context",
              "as the runtime API; a program that calls another function of it does not start. Link it with `--nvcc -lcuda`.",
              ""]
    for group, names in of_driver.items():
        lines += [f"## {group}", "", "Covered: " + ", ".join(f"`{name}`" for name in names) + ".", ""]
    return "\n".join(lines)


def main():
    table = rows(Path(sys.argv[1]).read_text(encoding="utf-8"))
    driver = driver_rows(Path(sys.argv[2]).read_text(encoding="utf-8"))
    Path(sys.argv[3]).write_text(exports(table + driver), encoding="utf-8")
    if len(sys.argv) > 4:
        Path(sys.argv[4]).write_text(page(table, driver), encoding="utf-8")


if __name__ == "__main__":
    main()
