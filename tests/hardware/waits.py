"""How often kernels whose warps wait for each other, or try again, access memory at least: each waits no longer than for
one answer, and each try succeeds. Read off the SASS that NVRTC 13.0 makes for sm_90, as in machine_code.py.
"""
from machine_code import WARP

UNKNOWN = float("inf")


def float_max_by_cas(launch):
    """RED.MIN of each warp, and one CAS, by which zeros become the largest numbers."""
    return {"global.atomic.requests": (launch.warps + 1, UNKNOWN)}


def grid_barrier(launch):
    """In each of three rounds an LDG of a neighbour and one of the own number, of each warp, and at last one more; at
    each of the six barriers a block asks once."""
    return {"global.load.requests": (launch.warps * (3 * 2 + 1) + 6 * launch.blocks, UNKNOWN)}


def hash_set(launch):
    """A CAS of each warp; of each request of those a key for each lane is new, and the lanes with one add together."""
    new = len(set(launch.random_integers("key")))
    return {"global.atomic.requests": (launch.warps + -(-new // WARP), UNKNOWN)}


def look_back_scan(launch):
    """An LDG of each warp; of each block but the first one asks once whether the block before is through, and loads
    its sum."""
    return {"global.load.requests": (launch.warps + 2 * (launch.blocks - 1), UNKNOWN)}


def spin_lock(launch):
    """ATOMG.CAS until it has the lock, ATOMG.EXCH to give it back. Of the lanes of a CAS one gets the lock, and it
    alone gives it back: two requests for each lane."""
    least = 2 * launch.blocks * launch.threads
    return {"global.atomic.requests": (least, UNKNOWN), "global.atomic.sectors": (least, UNKNOWN)}


REPLAYS = {function.__name__: function for function in (
    float_max_by_cas, grid_barrier, hash_set, look_back_scan, spin_lock)}
