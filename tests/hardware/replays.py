"""Which kernels' machine code is replayed, and what it counts."""
import calls
import machine_code
import waits
from launches import kernel_of
from machine_code import Launch

REPLAYS = machine_code.REPLAYS | calls.REPLAYS | waits.REPLAYS


def described():
    """(kernel, what it accesses) of each."""
    for kernel, replay in sorted(REPLAYS.items()):
        yield kernel, " ".join(replay.__doc__.split())


def bound(case, key):
    """(least, most) that the machine code of the case's kernel counts, or None where it is not replayed here."""
    replay = REPLAYS.get(kernel_of(case).stem)
    figure = replay(Launch(case)).get(key) if replay else None
    return figure if figure is None or isinstance(figure, tuple) else (figure, figure)
