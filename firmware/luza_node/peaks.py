"""The peak of a knock: from a piezo's samples to one hit with its height, stamped where it rose out of the noise.

After the peak the piezo rings on; for a dead time nothing of that is a knock of its own.
"""

from luza_node.clock import since

WINDOW_US = 2_000  # from the first sample over the floor: the peak lies in here
DEAD_US = 30_000  # from the same moment: ringing


class PeakFinder:
    """Fed with samples of one piezo. `floor` is in the samples' own unit; below it all is noise.

    After `sample` has said True, `at` (ticks of 30 bits) and `peak` (the samples' unit) tell of the knock.
    """

    def __init__(self, floor: int) -> None:
        self._floor = floor
        self._rising = False
        self._dead = False
        self.at = 0
        self.peak = 0

    def sample(self, ticks: int, reading: int) -> bool:
        """A sample taken at `ticks`: True when with it a knock is complete."""
        elapsed = since(self.at, ticks)
        if self._rising:
            if elapsed < WINDOW_US:
                self.peak = max(self.peak, reading)
                return False
            self._rising = False
            self._dead = True
            return True
        if self._dead:
            if elapsed < DEAD_US:
                return False
            self._dead = False
        if reading > self._floor:
            self._rising = True
            self.at = ticks
            self.peak = reading
        return False
