"""The files of the NetHack audit, read once for all its tests."""

from combat.nethack import read_cast
from tests.test_project import ROOT

DATA = ROOT / "data" / "nethack"
CAST = read_cast(DATA)
