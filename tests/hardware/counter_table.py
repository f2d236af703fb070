"""The counters that hardware has too, as sim/events/counters.def lists them."""
import functools
import pathlib
import re

TABLE = pathlib.Path(__file__).resolve().parents[2] / "sim" / "events" / "counters.def"
TEXTS = r'((?:"[^"]*"\s*)+)'  # literals in a row are one
ROW = re.compile(rf'^LANESCOPE_HARDWARE_COUNTER\({TEXTS},\s*{TEXTS},\s*{TEXTS}\)', re.MULTILINE)


def joined(literals):
    return "".join(re.findall(r'"([^"]*)"', literals))


def metrics(names):
    return names.split(" + ") if names else []


@functools.cache
def hardware_counters():
    """By name in the report: metrics of ncu and of CUPTI, each a list whose sum it is."""
    rows = [[joined(part) for part in row] for row in ROW.findall(TABLE.read_text())]
    return {name: (metrics(ncu), metrics(cupti)) for name, ncu, cupti in rows}


def is_of_machine_code(name):
    """Of executing and not of memory: the model counts the PTX."""
    return "." not in name


def measured_names(name):
    """By ncu's metrics of the counter, its names in h200.json: where there are several, each kind of operation."""
    found = hardware_counters()[name][0]
    if is_of_machine_code(name):
        return {metric: f"sass.{name}" for metric in found}
    if len(found) == 1:
        return {found[0]: name}
    space, _, what = name.split(".")
    return {metric: f"{space}.{re.search(r'_op_([a-z]+)', metric).group(1)}.{what}" for metric in found}
