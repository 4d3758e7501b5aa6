"""Which tags lie before a reader: each is told once, until it has been gone for a while."""

from luza_node.clock import since

GONE_US = 2_000_000  # a tag that wasn't read for so long is gone
BEGIN_US = 1_000_000  # what a reader sees within this time after its start lay there already


class TagMemory:
    """The tags that one reader has seen of late."""

    def __init__(self) -> None:
        self._tags: list[str] = []
        self._seen: list[int] = []  # ticks
        self._begun = 0
        self._beginning = True

    def begin(self, ticks: int) -> None:
        """The reader starts, or starts again."""
        self._begun = ticks
        self._beginning = True

    def saw(self, tag: str, ticks: int) -> bool:
        """The reader saw this tag: whether it has come only now."""
        self.forget(ticks)
        if tag in self._tags:
            self._seen[self._tags.index(tag)] = ticks
            return False
        self._tags.append(tag)
        self._seen.append(ticks)
        return not self._beginning

    def forget(self, ticks: int) -> None:
        """Let go of what is gone. To be called every few seconds at least: ticks wrap."""
        if self._beginning and since(self._begun, ticks) >= BEGIN_US:
            self._beginning = False
        at = 0
        while at < len(self._tags):
            if since(self._seen[at], ticks) >= GONE_US:
                self._tags.pop(at)
                self._seen.pop(at)
            else:
                at += 1
