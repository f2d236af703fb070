"""docs/CONTRACT.md says what the program does, and what comments cite of it is there.

Every kind of hazard, every command and option, every key of the JSON report and every counter stands in the
document, and so does the section that a counter names as its rule; a source that cites it does so by the name
of a section that exists, and none cites a section of anything else by number.
"""

import re
from pathlib import Path

import sources

CONTRACT = Path("docs/CONTRACT.md")
HEADING = re.compile(r"^#{2,3} (.+)$", re.MULTILINE)

SPELLING = re.compile(r"case HazardKind::\w+:\s*return \"(\w+)\";")
OPTION = re.compile(r'"(?:-\w,)?(--[a-z][a-z0-9-]*)"')
COMMAND = re.compile(r'add_subcommand\(\s*"([a-z-]+)",\s*"[^"]')  # those without help are the program's own
COUNTER = re.compile(r'^LANESCOPE_(?:\w+_)?COUNTER\((\w+),', re.MULTILINE)
GROUP = re.compile(r'^LANESCOPE_\w+_GROUP\(\w+, "(\w+)\.(\w+)"', re.MULTILINE)
RULE = re.compile(r'N_\("[^"]*"\), "([^"]*)",\s*N_\(')
KEY = re.compile(r'\{\s*"([a-z]\w*)"\s*,|\w\["([a-z]\w*)"\]')

# What is read from which files, wherever these lie, and the forms in which the document may name it.
FACTS = [
    ("a kind of hazard", SPELLING, ["hazard.cpp"], ["`{}`"]),
    ("an option", OPTION, ["options.cpp"], ["{}"]),
    ("a command", COMMAND, ["options.cpp"], ["lanescope {}", "lanescope [{}]"]),
    ("a key of the report", KEY, ["report_json.cpp", "report_counters.cpp", "report_gpu.cpp"],
     ["`{}`", '"{}"']),
    ("a counter", COUNTER, ["counters.def"], ['"{}"']),
    ("an access that is counted", GROUP, ["counters.def"], ['"{}"']),
]

TOLD_OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z0-9-]*)")
OF_ALL_COMMANDS = {"--help"}  # which the command line's library adds

BREAK = r"\s*\n\s*(?://+|#)?\s*"  # a citation may go over the end of a comment's line
CITATION = re.compile(rf'CONTRACT\.md\b(?!")(?:,(?: |{BREAK})"([^"]+)")?')
NUMBERED = re.compile(r"\b[Dd]esign,? section \d")
LINK = re.compile(r"\]\(([^)\s]*CONTRACT\.md)(?:#([\w-]+))?\)")
SOURCES = (".cpp", ".hpp", ".h", ".def", ".inc", ".cmake", ".txt", ".toml", ".cu", ".py", ".md", ".sh")
ITSELF = ("check_contract.py", "test_hygiene.py")


def is_named(contract, word, forms):
    """Whether the word stands there in one of the forms, and not as a part of a longer one."""
    return any(re.search(rf"(?<![\w-]){re.escape(form.format(word))}(?![\w-])", contract)
               for form in forms)


def anchor(heading):
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def missing_facts(root, files, contract):
    for meaning, rule, names, forms in FACTS:
        for name in names:
            places = [path for path in files if path.name == name and path.parts[0] != "tests"]
            if not places:
                yield f"{CONTRACT}:1: {name}, which tells {meaning}, is not there"
            for path in places:
                text = sources.text_of(root / path)
                words = {word for found in rule.finditer(text) for word in found.groups() if word}
                for word in sorted(words):
                    if not is_named(contract, word, forms):
                        yield f"{path}:1: {meaning} that {CONTRACT} does not name: {word}"


def options_that_are_not_there(root, files, contract):
    texts = [sources.text_of(root / path) for path in files
             if path.name == "options.cpp" and path.parts[0] != "tests"]
    there = OF_ALL_COMMANDS.union(*(OPTION.findall(text) for text in texts))
    for number, line in enumerate(contract.splitlines(), 1):
        for option in set(TOLD_OPTION.findall(line)) - there:
            yield f"{CONTRACT}:{number}: the program has no option {option}"


def wrong_citations(path, text, headings):
    for found in CITATION.finditer(text):
        place = f"{path}:{1 + text[:found.start()].count(chr(10))}"
        section = re.sub(BREAK, " ", found.group(1) or "")
        if not section and path.suffix != ".md":
            yield f"{place}: cites {CONTRACT} without a section"
        elif section and section not in headings:
            yield f"{place}: {CONTRACT} has no section \"{section}\""
    anchors = {anchor(heading) for heading in headings}
    for number, line in enumerate(text.splitlines(), 1):
        if NUMBERED.search(line):
            yield f"{path}:{number}: cites a document that readers do not have"
        for target, at in LINK.findall(line):
            if at and at not in anchors:
                yield f"{path}:{number}: {target} has no heading #{at}"


def wrong_rules(path, text, headings):
    for found in RULE.finditer(text):
        if found.group(1) not in headings:
            line = 1 + text[:found.start(1)].count("\n")
            yield f"{path}:{line}: {CONTRACT} has no section \"{found.group(1)}\""


def check(root, files):
    contract = sources.text_of(root / CONTRACT) if CONTRACT in files else ""
    headings = set(HEADING.findall(contract))
    problems = [*missing_facts(root, files, contract),
                *options_that_are_not_there(root, files, contract)]
    for path in files:
        if path.suffix in SOURCES and path.name not in ITSELF:
            problems += wrong_citations(path, sources.text_of(root / path) or "", headings)
        if path.name == "counters.def":
            problems += wrong_rules(path, sources.text_of(root / path), headings)
    return problems


if __name__ == "__main__":
    sources.leave(check)
