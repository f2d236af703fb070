"""ui/words/lanescope.pot lists every text of the studio, and no sentence is shown past the catalogue.

A literal in ui/ of three words or more has to stand inside tr, say, say_many or mark, unless it is a
command, markup or a file pattern. Needs gettext's xgettext.
"""

import os
import re
import subprocess
import tempfile
from pathlib import Path

import sources

CATALOGUE = Path("ui/words/lanescope.pot")
ENTRY = re.compile(r'^(?:msgid|msgid_plural) ((?:"(?:[^"\\]|\\.)*"\n?)+)', re.MULTILINE)
PLACE = re.compile(r"^#: (\S+):(\d+)", re.MULTILINE)
WORD = re.compile(r"(?<!\S)[A-Za-z]?[a-z]+[.,:?]?(?!\S)")
NO_TEXT = re.compile(r"[=;]|\*\.")  # a command's arguments, markup and style sheets, file patterns


def written(root):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "texts.pot"
        subprocess.run([root / "cmake/texts.sh", out], check=True, cwd=root)
        return out.read_text(encoding="utf-8")


def joined(quoted):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', quoted))


def literals(root, files):
    """Every string literal with the first place where it stands; neighbours are one."""
    found = subprocess.run(
        ["xgettext", "--language=C++", "--from-code=UTF-8", "--extract-all", "--no-wrap",
         "--files-from=-", "--output=-"],
        input="\n".join(map(str, files)), capture_output=True, text=True, check=True, cwd=root,
        env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout
    for entry in found.split("\n\n"):
        place, text = PLACE.search(entry), ENTRY.search(entry)
        if place and text:
            yield joined(text.group(1)), f"{place.group(1)}:{place.group(2)}"


def check(root, files):
    catalogue = (root / CATALOGUE).read_text(encoding="utf-8")
    problems = []
    if catalogue != written(root):
        problems.append(f"{CATALOGUE}:1: is not what the sources say: run cmake/texts.sh")
    known = {joined(quoted) for quoted in ENTRY.findall(catalogue)}
    shown = [path for path in files if path.parts[0] == "ui" and path.suffix in (".cpp", ".hpp")]
    for text, place in literals(root, shown):
        if text not in known and len(WORD.findall(text)) >= 3 and not NO_TEXT.search(text):
            problems.append(f"{place}: past the catalogue: {text}")
    return problems


if __name__ == "__main__":
    sources.leave(check)
