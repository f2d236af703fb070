"""ui/words/lanescope.pot lists every text of the studio, and no text is shown past the catalogue.

A literal in ui/ that reads like a text (words, not an id, a command or a key) has to stand inside tr,
say, say_many or mark. Needs gettext.s xgettext.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import sources

CATALOGUE = Path("ui/words/lanescope.pot")


def written_by(script, root):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "texts.pot"
        subprocess.run([root / script, out], check=True, cwd=root)
        return out.read_text(encoding="utf-8")


def check(root, _files):
    if (root / CATALOGUE).read_text(encoding="utf-8") == written_by("cmake/texts.sh", root):
        return []
    return [f"{CATALOGUE}:1: is not what the sources say: run cmake/texts.sh"]


if __name__ == "__main__":
    sources.leave(check)
