"""`combat COMMAND ...`: the commands of the package, by the script that is installed with it.

`python -m combat.charter` does the same, but Python then looks first in the folder where it is
called: a json.py or decimal.py of a game would be imported in place of Python's own.
"""

import sys
from importlib import import_module, metadata

from combat.cli import interrupts, terminal
from combat.core.words import unknown

COMMANDS = {
    "units": "units",
    "charter": "charter",
    "patch": "patch",
    "encounter": "units.battles",
    "marked_for_death": "marked_for_death",
    "workbook": "workbook",
    "live": "workbook.live",
}
_HELP = """\
usage: combat COMMAND ...; combat COMMAND --help tells more

  combat units FILE             how is this sheet of units read?
  combat charter FILE           hold a game to what its designer promises
  combat patch FILE             what did a change of numbers do?
  combat encounter PARTY FOES   how many of each foe does a party beat?
  combat marked_for_death       fight a battle of two rosters, or print its odds
  combat workbook TASK          run, export or begin a notebook
  combat live TASK              build or serve the workbook in a browser
  combat --version              which version is this?
"""


def main(arguments=None):
    """Run the command that the first argument names; returns its exit status."""
    if arguments is None:
        interrupts.begin()
        arguments = sys.argv[1:]
    name, *rest = arguments or ["--help"]
    if name in ("-h", "--help"):
        return terminal.ended("combat", lambda: terminal.tell(_HELP))
    if name in ("-V", "--version"):
        return terminal.ended("combat", lambda: terminal.tell(f"combat {_version()}\n"))
    if name not in COMMANDS:
        terminal.complain(f"combat: {unknown(name, COMMANDS)}; combat --help tells them")
        return 2
    command = import_module(f"combat.{COMMANDS[name]}.__main__").main
    return interrupts.run(lambda: command(rest))


def _version():
    """The version that is installed."""
    try:
        return metadata.version("combat-design-workbook")
    except metadata.PackageNotFoundError:  # run from its folder
        return "of this folder, which isn't installed"
