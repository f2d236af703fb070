"""docs/problems is what problems.toml there says, and has a page for each kind of problem that messages name and
for each error of CUDA's that the runtime returns: check_problems.py --write.
"""

import re
import sys
import tomllib
from pathlib import Path

import sources

FOLDER = Path("docs/problems")
TEXTS = FOLDER / "problems.toml"
ERRORS = Path("runtime/errors.def")
RUNTIME = Path("runtime")
KINDS = {Path("sim/events/hazard.hpp"): "HazardKind", Path("runtime/record/record.hpp"): "ProblemKind"}

ERROR = re.compile(r'LANESCOPE_ERROR\((\w+), (\d+),\s*"((?:[^"\\]|\\.)*)"\)')
RETURNED = re.compile(r"\b(cudaError[A-Z]\w+)")
# Codes that the runtime only translates, or asks about.
NEVER_RETURNED = {"cudaErrorInvalidConfiguration"}
INDEX = "README.md"


def kinds(root):
    found = set()
    for path, name in KINDS.items():
        text = sources.text_of(root / path) or ""
        body = re.search(rf"enum class {name} : [^{{]*{{(.*?)}};", text, re.DOTALL)
        body = re.sub(r"//[^\n]*", "", body[1]) if body else ""
        for word in re.findall(r"\w+", body):
            found.add(re.sub(r"(?<!^)(?=[A-Z])", "_", word).lower())
    return found


def returned(root):
    found = set()
    for path in sorted((root / RUNTIME).rglob("*.cpp")):
        found |= set(RETURNED.findall(sources.text_of(path) or ""))
    return found - NEVER_RETURNED


def page(title, facts, lead=""):
    lines = [f"# {title}", ""] + ([lead, ""] if lead else []) + [facts["what"], "", f"How it comes about: {facts['seen']}"]
    if "mend" in facts:
        lines += ["", f"What helps: {facts['mend']}"]
    if "lesson" in facts:
        lines += ["", f"Step by step: the lesson `{facts['lesson']}` (`lanescope --lesson {facts['lesson']}`)."]
    return "\n".join(lines) + "\n"


def pages(root):
    texts = tomllib.loads((root / TEXTS).read_text(encoding="utf-8"))
    errors = {found[1]: (found[2], found[3]) for found in ERROR.finditer(sources.text_of(root / ERRORS) or "")}
    made = {}
    index = ["# What messages of whole programs mean", "",
             "Written from `problems.toml` by `tests/hygiene/check_problems.py --write`.", "", "## Kinds", ""]
    for name, facts in texts["kind"].items():
        made[f"{name}.md"] = page(name, facts)
        index.append(f"- [{name}]({name}.md)")
    index += ["", "## CUDA's errors", ""]
    for name, facts in texts["error"].items():
        number, words = errors.get(name, ("", ""))
        made[f"{name}.md"] = page(name, facts, f"CUDA's error {number}, “{words}”.")
        index.append(f"- [{name}]({name}.md)")
    made[INDEX] = "\n".join(index) + "\n"
    return made, set(texts["kind"]), set(texts["error"])


def check(root, files):
    if str(TEXTS) not in map(str, files):
        return []
    made, of_kinds, of_errors = pages(root)
    problems = [f"{TEXTS}: no text for the kind {each}" for each in sorted(kinds(root) - of_kinds)]
    problems += [f"{TEXTS}: there is no kind {each}" for each in sorted(of_kinds - kinds(root))]
    problems += [f"{TEXTS}: no text for {each}, which the runtime returns" for each in sorted(returned(root) - of_errors)]
    for name, text in made.items():
        if sources.text_of(root / FOLDER / name) != text:
            problems.append(f"{FOLDER / name}:1: it is not what {TEXTS} says: check_problems.py --write")
    for path in sorted((root / FOLDER).glob("*.md")):
        if path.name not in made:
            problems.append(f"{FOLDER / path.name} belongs to nothing")
    return problems


if __name__ == "__main__":
    if "--write" in sys.argv:
        for made_name, made_text in pages(sources.ROOT)[0].items():
            (sources.ROOT / FOLDER / made_name).write_text(made_text, encoding="utf-8")
    else:
        sources.leave(check)
