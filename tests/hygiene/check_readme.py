"""README names the lesson that the studio opens, and as many lessons as there are."""

import re
import tomllib
from pathlib import Path

import sources

README = Path("README.md")
OPENS = re.compile(r"^\./run +#.*opens the studio on the first lesson: (.+)$", re.MULTILINE)
COUNT = re.compile(r"^(\d+) lessons: ", re.MULTILINE)


def lessons(root, files):
    """Titles in the order of the course."""
    tables = [tomllib.loads((root / path).read_text(encoding="utf-8")) for path in files
              if path.parts[0] == "kernels" and path.name == "lesson.toml"]
    return [table["title"] for table in sorted(tables, key=lambda table: table["order"])]


def check(root, files):
    readme = (root / README).read_text(encoding="utf-8")
    titles = lessons(root, files)
    opens, count = OPENS.search(readme), COUNT.search(readme)
    problems = []
    if opens is None or opens.group(1).lower() != titles[0].lower():
        problems.append(f"{README}:1: `./run` opens {titles[0]}, and README does not say so")
    if count is None or int(count.group(1)) != len(titles):
        problems.append(f"{README}:1: there are {len(titles)} lessons, and README does not say so")
    return problems


if __name__ == "__main__":
    sources.leave(check)
