"""`luza replay`: a recording through the whole pipeline, as fast as it goes, printed as a match log.

Prints the events of the recording unchanged and in order, and between them what the sensors saw. The same recording
always prints the same bytes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from luza.errors import UserError
from luza.pipeline import Pipeline, Step
from luza.sensor_log import Event, Header, event_line, read_log
from luza_hardware.hit import Hit
from luza_hardware.table_file import TableFile, TableFileError, load_table, parse_table

# what was counted -> how it is told
_TOLD = {
    "doubled": "hits that came twice",
    "late": "hits that came more than 50 ms late",
    "outside": "hits that belong to no stroke",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("recording", metavar="RECORDING", type=Path, help="a sensor log: a recording or a journal")
    parser.add_argument("--states", action="store_true", help="print each state behind its event")
    parser.add_argument("--table", metavar="FILE", type=Path, help="this table file instead of the header's")


def run(options: argparse.Namespace) -> int:
    """Replay a recording; exit status 0 when every event was accepted, 1 when some were refused."""
    recording: Path = options.recording
    tables: list[TableFile] = []  # the one in force last

    def table_of(line: Header | Event) -> TableFile:
        """A journal goes on under the table file that each start read, whatever the file says today."""
        try:
            if isinstance(line, Header):
                tables.append(load_table(options.table or recording.parent / line.table))
            elif options.table is None and isinstance(text := line.get("table"), str) and text != tables[-1].text:
                tables.append(parse_table(text, f"{recording}: the table file of a start"))
        except TableFileError as error:
            raise UserError(str(error)) from None
        return tables[-1]

    try:
        lines = recording.open("rb")
    except OSError as error:
        raise UserError(f"{recording}: can't be read: {error.strerror}; name a recording") from None
    refused = 0
    with lines:
        for _, line in read_log(lines, str(recording), table_of, torn=_tell):
            if isinstance(line, Header):
                pipeline = Pipeline(tables[-1])
            else:
                steps = pipeline.hit(line) if type(line) is Hit else _feed(pipeline, line, tables[-1])
                if steps:
                    refused += _print(steps, options.states)
    refused += _print(pipeline.finish(), options.states)
    for name, count in pipeline.counts.items():
        _tell(f"{_TOLD[name]}: {count}")
    return 1 if refused else 0


def _feed(pipeline: Pipeline, line: Hit | Event, table: TableFile) -> list[Step]:
    """An event, or a mark of the journal; those that say nothing of play are passed over. `table` is that in force."""
    assert isinstance(line, dict)
    if "type" in line:
        return pipeline.event(line)
    if line["m"] == "end_stroke":
        return pipeline.end_stroke(line["t"])
    if line["m"] == "abandon":
        return pipeline.abandon(line["t"])
    if line["m"] == "start" and table is not pipeline.table:
        return pipeline.rewire(table)
    return pipeline.advance(line["t"]) if line["m"] == "time" else []


def _print(steps: Iterable[Step], states: bool) -> int:
    """Print steps; returns how many were refused."""
    refused = 0
    for step in steps:
        print(event_line(step.event))
        if states:
            print(json.dumps(step.state.as_dict(), ensure_ascii=False))
        if step.state.error is not None:
            refused += 1
            _tell(f"refused: {step.event.get('type')} at {step.event.get('at')}: {step.state.error['message']}")
    return refused


def _tell(words: str) -> None:
    sys.stdout.flush()
    print(f"luza replay: {words}", file=sys.stderr)
