"""Runs the pinned clang-tidy over our own sources, from the compile database of the preset `tidy`.

Most of clang-tidy's time goes into reading the standard library once more for each source, so the
sources that are compiled alike are read together where their names allow it. A group that does not
compile as one is read again source by source.
"""

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

import sources

sys.path.insert(0, str(sources.ROOT / "cmake"))
import source_groups  # noqa: E402

# The static analyser stops after so many states of a function: unbounded, one file takes 20 s.
ANALYSER_NODES = 10000
ARGUMENTS = ["-Wno-unknown-warning-option", "-Xclang", "-analyzer-config", "-Xclang",
             f"max-nodes={ANALYSER_NODES}"]
MOST_TOGETHER = 12

FINDING = re.compile(r"^(?=\S+:\d+:\d+: (?:error|warning):)", re.MULTILINE)


def entries_of(build, only):
    """The first entry of each source: libraries compiled twice are read once."""
    entries = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        path = sources.Path(entry["file"])
        if path.is_relative_to(sources.ROOT) and path.is_file():
            name = path.relative_to(sources.ROOT).as_posix()
            if not name.startswith("build/") and name.startswith(tuple(only) or ""):
                entries.setdefault(name, entry)
    return entries


def flags_of(entry):
    """The command without its source and object: what sources read together must share."""
    return entry["command"].split(" -o ")[0]


def groups_of(entries, root=sources.ROOT):
    """Lists of source names: compiled alike, and no identifier met twice."""
    alike = defaultdict(dict)  # flags -> texts by name
    for name, entry in entries.items():
        alike[flags_of(entry)][name] = (root / name).read_text(encoding="utf-8")
    return [names for texts in alike.values()
            for names in source_groups.grouped(texts, MOST_TOGETHER)]


class Reader:
    def __init__(self, tool, build, entries, folder):
        self.tool, self.build, self.entries, self.folder = tool, build, entries, folder
        self.read_apart = []  # groups that did not compile as one, by their first source

    def run(self, database, path, *options):
        """clang-tidy's findings, or how it failed; empty when all is well."""
        done = subprocess.run(
            [str(self.tool), "-p", str(database), f"--config-file={sources.ROOT / '.clang-tidy'}",
             "--quiet", *options, *[f"--extra-arg={word}" for word in ARGUMENTS], str(path)],
            capture_output=True, text=True, check=False)
        return (done.stdout or done.stderr) if done.returncode else ""

    def together(self, number, names):
        place = self.folder / str(number)
        place.mkdir()
        group = place / "group.cpp"
        group.write_text("".join(f'#include "{sources.ROOT / name}"\n' for name in names),
                         encoding="utf-8")
        like = self.entries[names[0]]
        database = [{"directory": like["directory"], "file": str(group),
                     "command": f"{flags_of(like)} -c {group}"}]
        (place / "compile_commands.json").write_text(json.dumps(database), encoding="utf-8")
        return self.run(place, group, "--checks=-bugprone-suspicious-include")

    def read(self, numbered):
        number, names = numbered
        if len(names) > 1:
            said = self.together(number, names)
            if "clang-diagnostic-error" not in said:
                return said
            self.read_apart.append(names[0])
        return "".join(self.run(self.build, sources.ROOT / name) for name in names)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=sources.Path, default=sources.ROOT / "build" / "tidy")
    parser.add_argument("--deps", type=sources.Path, default=sources.ROOT / "build" / "deps")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("only", nargs="*", help="begin of the paths to read, e.g. sim/machine")
    arguments = parser.parse_args()
    tool = arguments.deps / "venv" / "bin" / "clang-tidy"
    entries = entries_of(arguments.build, arguments.only)
    groups = groups_of(entries)
    seen = set()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.jobs) as pool:
        reader = Reader(tool, arguments.build, entries, sources.Path(folder))
        for said in pool.map(reader.read, enumerate(groups)):
            # A header's finding is told once, not by each group that includes it.
            for finding in FINDING.split(said):
                if finding.strip() and finding not in seen:
                    seen.add(finding)
                    print(finding.replace(f"{sources.ROOT}/", "").rstrip(), flush=True)
    for name in reader.read_apart:
        print(f"read apart: {name} and those after it")
    processor = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime / 60
    print(f"clang-tidy: {len(entries)} sources in {len(groups)} groups, {len(seen)} findings, "
          f"{processor:.1f} minutes of one core")
    return 1 if seen or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
