"""Which files the hygiene checks look at, and how they report."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def tracked(root=ROOT):
    """Paths relative to the root: git's list, new files that git does not ignore included."""
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, check=False)
    if listed.returncode == 0:
        names = [Path(name.decode()) for name in listed.stdout.split(b"\0") if name]
    else:  # an unpacked archive
        names = [path.relative_to(root) for path in root.rglob("*")]
        names = [path for path in names if path.parts[0] not in ("build", ".git")]
    return sorted({path for path in names if (root / path).is_file()})


def text_of(path):
    """The text, or None for a file that is not UTF-8 text."""
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return None


def report(problems):
    """Prints file:line: message lines; the exit status to leave with."""
    for problem in problems:
        print(problem)
    if problems:
        print(f"{len(problems)} problem(s)")
    return 1 if problems else 0


def leave(check):
    """Runs check(root, files) over the repository, or over the folder named first."""
    root = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT
    sys.exit(report(check(root, tracked(root))))
