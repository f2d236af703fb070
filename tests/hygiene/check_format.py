"""clang-format (the pinned one) has nothing to change.

check_format.py [--fix] [--deps DIR] [PATH...]   --fix changes the files; PATHs name what to read
"""

import argparse
import subprocess
import sys

import sources

SUFFIXES = {".cpp", ".hpp", ".h"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fix", action="store_true")
    parser.add_argument("--deps", type=sources.Path, default=sources.ROOT / "build" / "deps")
    parser.add_argument("paths", nargs="*", type=sources.Path)
    arguments = parser.parse_args()
    tool = arguments.deps / "venv" / "bin" / "clang-format"
    if not tool.exists():
        sys.exit(f"{tool} is missing: cmake/bootstrap.sh tools fetches it")
    places = [path.resolve() for path in arguments.paths] or [sources.ROOT]
    files = [path for path in sources.tracked() if path.suffix in SUFFIXES]
    files = [str(path) for path in files
             if any((sources.ROOT / path).is_relative_to(place) for place in places)]
    if not files:
        return 0
    mode = ["-i"] if arguments.fix else ["--dry-run", "--Werror", "--ferror-limit=3"]
    return subprocess.run([str(tool), *mode, *files], cwd=sources.ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
