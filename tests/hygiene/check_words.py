"""No tracked file names a package registry's host, a path of some machine, or a writing tool.

The words are put together from pieces, so that this file passes its own check.
"""

import re

import sources

HOSTS = [
    "py" + r"pi\.(?:org|python)",
    "python" + r"hosted\.org",
    "deb\\." + r"debian\.org",
    "archive\\." + r"ubuntu\.com",
    "registry\\." + r"npmjs",
    "crates" + r"\.io",
    "proxy\\." + r"golang",
]
PATHS = ["wo" + "rk/", "tmp/" + "w/", "ro" + "ot/", "ho" + r"me/(?!u\b|user\b)\w", "User" + r"s/\w"]
TOOLS = ["clau" + "de", "anthro" + "pic", "chat" + "gpt", "open" + "ai", "copi" + "lot",
         "sub" + "agents?", "large " + "language model", r"as an a\.?i\b"]

RULES = [
    ("a registry's host name", re.compile("|".join(HOSTS), re.IGNORECASE)),
    ("a path of one machine", re.compile(r"(?<![\w.~}$*)-])/(?:" + "|".join(PATHS) + ")")),
    ("a writing tool", re.compile(r"\b(?:" + "|".join(TOOLS) + ")", re.IGNORECASE)),
]


def check(root, files):
    problems = []
    for path in files:
        text = sources.text_of(root / path)
        if text is None:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            for meaning, rule in RULES:
                found = rule.search(line)
                if found:
                    problems.append(f"{path}:{number}: {meaning}: {found.group(0)}")
    return problems


if __name__ == "__main__":
    sources.leave(check)
