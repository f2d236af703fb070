"""Modelled cycles beside those that Nsight Compute measured: figures for VALIDATION.md, for test_modelled_time.py and for
the band on the screen (assets/timing).

cycles.json is what a GPU took (cycles/cycles.py), modelled.json what the model says of the same launches
(cycles/model.cpp). A case is a rung at a size, with its first launches.
"""
import collections
import dataclasses
import itertools
import json
import pathlib
import statistics

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

LONG = 10_000  # cycles: below, a launch takes mostly what every launch takes
APART = 1.15  # times that differ by more are in an order
POINTS = 5  # of hit rates, in percent
NEAR_SECTORS = 0.05
BYTES, BYTES_PART = 256 << 10, 0.05  # of DRAM


@dataclasses.dataclass
class Launch:
    case: str
    number: int
    readings: list
    counters: dict  # empty: they were not read
    modelled: dict  # as in modelled.json

    @property
    def lesson(self):
        return self.case.split("/")[0]

    @property
    def rung(self):
        return self.case.split("/")[1].split(" ")[0]

    @property
    def size(self):
        return self.case.split(" ")[1]

    @property
    def measured(self):
        return statistics.median(self.readings)

    @property
    def spread(self):
        return (max(self.readings) - min(self.readings)) / self.measured

    @property
    def cycles(self):
        return self.modelled["cycles"]

    @property
    def error(self):
        return self.cycles / self.measured - 1

    @property
    def is_long(self):
        return self.measured > LONG


def read(cycles="cycles.json", modelled="modelled.json"):
    """(what the first file says of its making, [Launch], {case: why it was left out})"""
    measured = json.loads((HERE / cycles).read_text())
    cases = {one["case"]: one for one in json.loads((HERE / modelled).read_text())["cases"]}
    launches = []
    for one in measured["launches"]:
        case = cases[one["case"]]
        if "launches" in case:
            launches.append(Launch(one["case"], one["launch"], one["cycles"], one.get("counters", {}),
                                   case["launches"][one["launch"]]))
    return measured, launches, {name: one["left_out"] for name, one in cases.items() if "left_out" in one}


def mean_error(launches):
    """In percent."""
    return 100 * statistics.fmean(abs(one.error) for one in launches) if launches else 0.0


def median_error(launches):
    """In percent."""
    return 100 * statistics.median(abs(one.error) for one in launches)


def kendall(launches):
    """τ-b of measured and modelled cycles."""
    same = ties = others = pairs = 0
    for a, b in itertools.combinations(launches, 2):
        x, y = a.measured - b.measured, a.cycles - b.cycles
        pairs += 1
        ties += x == 0
        others += y == 0
        same += (x * y > 0) - (x * y < 0)
    return same / ((pairs - ties) * (pairs - others)) ** 0.5


def ladders(launches):
    """[(lesson, size, slower rung, faster rung, measured ratio, modelled ratio)]: pairs of a lesson's rungs whose
    measured times differ by more than 15 %, by the sums over their measured launches."""
    sums = collections.defaultdict(lambda: [0, 0])
    for one in launches:
        sums[one.lesson, one.size, one.rung][0] += one.measured
        sums[one.lesson, one.size, one.rung][1] += one.cycles
    pairs = []
    for (key, a), (other, b) in itertools.combinations(sums.items(), 2):
        if key[:2] != other[:2] or max(a[0], b[0]) <= APART * min(a[0], b[0]):
            continue
        (slow, x), (fast, y) = sorted(((key[2], a), (other[2], b)), key=lambda one: -one[1][0])
        pairs.append((*key[:2], slow, fast, x[0] / y[0], x[1] / y[1]))
    return pairs


def largest_stalls(counters):
    """The two largest reasons that Nsight Compute has."""
    found = {name.split(".")[1]: value for name, value in counters.items()
             if name.startswith("stall.") and name != "stall.selected"}
    return [name for name, _ in sorted(found.items(), key=lambda one: -one[1])[:2]]


def same_stalls(one):
    """How many of the two largest are those of both."""
    return len(set(largest_stalls(one.counters)) & set(list(one.modelled["stalls"])[:2]))


def hit_rates(one, level):
    """(measured, modelled) in percent, of what L1's loads of global memory or L1's requests to L2 found. None: there are
    no sectors; or of L1, where the model's loads of local memory are among them, which Nsight Compute counts apart."""
    name = "l1_load" if level == "l1" else "l2"
    all_, hits = one.counters.get(name + "_sectors", 0), one.counters.get(name + "_hits", 0)
    sectors, found = one.modelled[level]
    if not all_ or not sectors or (level == "l1" and abs(sectors - all_) > NEAR_SECTORS * all_):
        return None
    return 100 * hits / all_, 100 * found / sectors


def is_near_rate(rates):
    return abs(rates[0] - rates[1]) <= POINTS


def dram(one, what):
    """(measured, modelled) bytes; `what`: "read" or "write"."""
    return one.counters[f"dram_{what}_bytes"], one.modelled["dram"][0 if what == "read" else 1]


def is_near_bytes(both):
    return abs(both[0] - both[1]) <= max(BYTES, BYTES_PART * both[0])
