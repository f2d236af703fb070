"""The launches of tests/hardware/kernels: each line `// run: …` at the head of a file is one, with the arguments of
`lanescope run`. The first one's case has the file's name, the next ones `name/2`, `name/3`…"""
import pathlib
import shlex

KERNELS = pathlib.Path(__file__).resolve().parent / "kernels"
HEAD = "// run: "


def launches_of(path):
    """(case, words) of each launch of a file."""
    lines = path.read_text().splitlines()
    last = next((i for i, line in enumerate(lines) if not line.startswith(HEAD)), len(lines))
    for number, line in enumerate(lines[:last], 1):
        yield path.stem if number == 1 else f"{path.stem}/{number}", shlex.split(line.removeprefix(HEAD))


def kernel_of(case):
    return KERNELS / f"{case.partition('/')[0]}.cu"


def words_of(case):
    return dict(launches_of(kernel_of(case)))[case]


def is_later(case):
    """Whether the kernel was written when the counting rules were fixed already, and so could not shape them."""
    return case.startswith("later_")
