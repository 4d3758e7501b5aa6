"""From a colour sensor's readings to one colour for each thing that comes to rest before it."""

STEADY = 5  # readings
ABOVE_EMPTY = 0.08  # of white: so much brighter than the empty place is a thing
GONE = 0.04  # and so little brighter is none any more
TOLERANCE = 4  # of 255, or a sixteenth of the reading where that is more: so far steady readings may lie apart


class RestFinder:
    """Fed with readings (red, green, blue, as the sensor counts).

    `white` is what it counts for a white thing at the place of the ball: that is 255. `empty` is how bright the empty
    place looks, as a part of white (0–0.9); what is clearly brighter is a thing. What lies there already at the start
    isn't told, for it didn't come; nor is what goes by without resting.
    """

    def __init__(self, white: tuple[int, int, int], empty: float) -> None:
        self._white = white
        self._there = int(3 * 255 * (empty + ABOVE_EMPTY))  # of the sum of the three colours
        self._gone = int(3 * 255 * (empty + GONE))
        self._done = True  # what is there was told
        self._steady = 0
        self._first = [0, 0, 0]  # of the steady readings
        self._now = [0, 0, 0]

    def reading(self, red: int, green: int, blue: int) -> tuple[int, int, int] | None:
        """A reading: the colour (0–255 each) of what has come to rest with it, else None."""
        now, white = self._now, self._white
        now[0] = min(255, red * 255 // white[0])
        now[1] = min(255, green * 255 // white[1])
        now[2] = min(255, blue * 255 // white[2])
        bright = now[0] + now[1] + now[2]
        if bright < self._gone:
            self._done = False
        if self._done or bright <= self._there:
            self._steady = 0
            return None
        if self._steady and self._is_near():
            self._steady += 1
        else:
            self._steady = 1
            self._first[0], self._first[1], self._first[2] = now[0], now[1], now[2]
        if self._steady < STEADY:
            return None
        self._done = True
        return now[0], now[1], now[2]

    def _is_near(self) -> bool:
        for index in range(3):
            first = self._first[index]
            if abs(self._now[index] - first) > max(TOLERANCE, first // 16):
                return False
        return True
