"""Every reader of a designer's file, fed with nonsense: a table, or faults in one line each."""

import csv
import io
import re
import warnings
from datetime import timedelta
from functools import partial

import openpyxl
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from combat import luck, nethack, osdl, tome
from combat.charter import read_charter
from combat.marked_for_death import read_team
from combat.nethack.tables import read_named
from combat.tables import TableError
from combat.units import read_units
from combat.workbook.views.osdl_printed import read_printed

FEW = settings(
    max_examples=15,  # and 50 in `make rest`
    derandomize=True,
    database=None,
    deadline=timedelta(seconds=10),  # for an example that hangs, on a machine that is busy
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
MANY = settings(FEW, max_examples=50)

NASTY = [
    *("", " ", "0", "-1", "1", "2", "1.5", "1,5", "1e308", "-1e308", "1e-320", "1e999", "nan"),
    *("inf", "-inf", "1/0", "1/3", "0/1", "1_000", "1.000", "1,000", "٣", "½", "²", "−3", "0x10"),
    *("1" * 400, "1" * 400 + "/1", "1" * 5000, "9" * 20, "1." + "0" * 400, "1/" + "9" * 400),
    *("50 %", "%", "150 %", "-5 %", "1e400 %", "yes", "no", "TRUE", "hit", "x", "all", "half"),
    *("=1+1", "'=1+1", "+cmd|' /C calc'!A0", "@SUM(A1)", "-", "--", "+", "'", "''", "'-"),
    *(", row ", ", row 7, column 'hp': ", "a.csv, row 9", "row", ":", ": ", ";", "; ;", "=", "a=b"),
    *("\u200b", "\ufeff", "\u202e", "\x1b[2J", "\x07", "\x7f", "\x9b", "\u2028", "\r", "\n"),
    *("a\nb", "a\r\nb", "a\tb", "\t", "👩\u200d🚀", "İ", "ß", "ﬁ", "é", "e\u0301", "Ω" * 300),
    *('"', '""', '"a', 'a"b', " 'a'", "\\", "\\n", "$\\frac{1}$", "<b>", "&amp;", "{0}", "%s", "*"),
    *(
        "**",
        "*a*",
        "?",
        "[",
        "(",
        "((((",
        "not not not",
        "." * 200,
        "(" * 3000,
        "../x",
        "/etc/hosts",
    ),
    *("name", "hp", "1d6", "1d0", "0d6", "d", "999d999", "99999999d9", "1d6+", "3d6-2", "1d6x2"),
    *("1d99999999999", "1d6 + 1d6 + 1d6", "-1d6", "1d4 or 2d4", "2024-01-02 00:00:00", "12-Jan"),
    *("1d6;" * 50, "bite 1d3", "bite 9999999999d9", "+1 ring mail; " * 40, "Imp", "imp", "Ogre"),
    *("2 Imp", "0 Imp", "Imp*2", "99999999999999999999 Imp", "Imp + Imp", "Imp then Ogre", "1 *"),
    *("Imp,Ogre", "foes >= 3", "foes >=", "hp < 50 %", "target hp < 1e999", "poisoned 3 25 %"),
    *(
        "attack -2",
        "attack x 1e308",
        "attack x 1/0",
        "3 a day",
        "1/3",
        "None",
        "null",
        "NaN",
        "#REF!",
    ),
]

UNITS = b"name,hp,attack,defense,damage,cost\nImp,2,9,9,1,10\nOgre,3,9,9,1d4,25\n"
ACTIONS = "unit,action,damage,times,targets,whom,on,miss,drain,heals,uses,recharge,gives,gets,cures"
STATUSES = "status,changes,loses,gains,kills,skips,turns,ends,broken,stacks"
# name: a function of content and name; lines of a sound table.
READERS = {
    "units": (
        read_units,
        "name,hp,attack,defense,damage,armor,speed,cost,count,Move Range,dex",
        "Imp,2,9,9,1d4,0,1,10,3,5,9",
    ),
    "actions": (
        lambda content, name: read_units(
            UNITS, "units.csv", actions=(name, content), statuses=b"status\npoisoned\n"
        ),
        f"{ACTIONS},free,when,attack,odd",
        "Imp,Bite,1d4,1,1,random,foe,half,half,,2 a day,1/3,poisoned 3,,,no,foes >= 2,9,odd",
    ),
    "statuses": (
        lambda content, name: read_units(
            UNITS,
            "units.csv",
            actions=("a.csv", b"unit,action,gives\nImp,Bite,poisoned\n"),
            statuses=(name, content),
        ),
        STATUSES,
        "poisoned,attack -2,1d4,1,no,25 %,3,10 %,no,2",
    ),
    "charter": (
        partial(read_charter, files={"units.csv": UNITS, "modifiers.csv": b"name,modifier\na,1\n"}),
        "claim,system,first,second,measure,at least,at most,given,budget",
        "even,units,Imp,Ogre,score,1 %,99 %,cost=50; order=coin,500",
    ),
    "functions of a charter": (
        read_charter,
        "claim,system,first,second,measure,at least,at most,given,budget",
        "even,python,,,combat.hit_rules:ratio,1 %,99 %,attack=25; defense=20,500",
    ),
    "record": (luck.read_record, "chance,success", "75,hit"),
    "roster": (
        lambda content, name: read_team(content, name=name),
        "Name,XP,BonusXP,BonusHP,BonusToHit,BonusToDefend,AOE,BodyguardFor,LinkedTo,BuffName,"
        "BuffWho,BuffOffense,BuffDefense",
        "Tom,900,5,1,0.1,0.2,2,Bob,Bob,Oath,Tom,0.1,0.2",
    ),
    "events": (osdl.read_events, "event,probability,importance", "a fall,0.2,30"),
    "targets": (osdl.read_targets, "name,modifier,reaction,against", "rogue,0,dodges,-0.35"),
    "modifiers": (osdl.read_modifiers, "name,modifier", "rain,-0.05"),
    "printed": (read_printed, "base,first,second,printed", "0,-30,0,0.0"),
    "pairs": (tome.read_pairs, "name,attack,defense", "rat,12,3"),
    "monsters": (
        nethack.read_monsters,
        "name,class,level,coded_level,difficulty,hp,speed,ac,size,attacks,kinds,frequency,ev,dr,"
        "protection,luckstone",
        "ant,insect,2,2,4,9,18,3,tiny,bite 1d4,handless,3,1,1,2,no",
    ),
    "armor": (
        partial(read_named, "armor"),
        "name,slot,ac,weight,material,ev,dr",
        "helm,head,1,3,iron,1,1",
    ),
    "weapons": (
        partial(read_named, "weapons"),
        "name,skill,to_hit,damage,kind,form",
        "club,club,0,1d6,ammo,gem",
    ),
    "artifacts": (
        partial(read_named, "artifacts"),
        "name,base,to_hit_die,against",
        "A,club,1d5,orc",
    ),
    "kits": (
        partial(read_named, "kits"),
        "role,stage,level,hp,strength,dexterity,luck,weapon,weapon_enchantment,artifact,blessed,"
        "skill,twoweapon,attack,launcher,launcher_enchantment,distance,martial_arts,"
        "ring_of_accuracy,protection,armor",
        "Monk,start,1,13,13,10,0,club,0,,no,Basic,,melee,,0,1,Basic,0,0,+0 fedora",
    ),
}

# Where a fault is: of a file, perhaps of a sheet, and mostly of a row and a column.
PLACE = re.compile(r"a\.(csv|xlsx)(, row \d+)?(, column ('.+'|[A-Z]+|\d+))?: .")


def texts():
    return st.one_of(st.sampled_from(NASTY), st.sampled_from(NASTY), st.text(max_size=8))


@st.composite
def rows_of(draw, header, row):
    """A table: sound cells and nasty ones, perhaps with an odd header or rows of odd length."""
    header, row = header.split(","), next(csv.reader([row]))
    odd = draw(st.sampled_from([0, 0.05, 0.05, 0.3, 1]))
    chance = st.floats(0, 1)

    def cell(sound, odd=odd):
        return draw(texts()) if draw(chance) < odd else sound

    rows = [[cell(heading, odd / 10) for heading in header]]
    for _ in range(draw(st.integers(0, 4))):
        cells = [cell(sound) for sound in row]
        if draw(chance) < odd / 4:
            cells = cells[: draw(st.integers(0, len(cells)))] or [draw(texts())] * 40
        rows.append(cells)
    return rows


def as_csv(draw, rows):
    page, mark = io.StringIO(), draw(st.sampled_from(",,,;\t"))
    csv.writer(
        page, delimiter=mark, lineterminator=draw(st.sampled_from(["\n", "\r\n"]))
    ).writerows(rows)
    text = page.getvalue()
    if draw(st.integers(0, 9)) == 0:  # quotes that nobody closed, and separators inside of cells
        text = "\n".join(mark.join(row) for row in rows)
    return draw(st.sampled_from([b"", b"", b"\xef\xbb\xbf"])) + text.encode("utf-8", "replace")


def as_xlsx(rows):
    book, content = openpyxl.Workbook(), io.BytesIO()
    for row, cells in enumerate(rows, 1):
        for column, text in enumerate(cells, 1):
            number = re.fullmatch(r"-?\d{1,300}(\.\d+)?", text)
            text = openpyxl.cell.cell.ILLEGAL_CHARACTERS_RE.sub("", text)
            book.active.cell(row, column, float(text) if number else text)
    book.save(content)
    return content.getvalue()


@st.composite
def files(draw, header, row):
    """(name, content) of a file: bytes, lines under a header, or a table, CSV or xlsx."""
    kind = draw(st.sampled_from(["bytes", "lines", "csv", "csv", "csv", "xlsx"]))
    if kind == "bytes":
        begin = draw(st.sampled_from([b"", b"", b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\xff\xfe"]))
        return "a.csv", begin + draw(st.binary(max_size=200))
    if kind == "lines":
        more = st.binary(max_size=200) | st.text(max_size=200).map(
            lambda text: text.encode("utf-8", "replace")
        )
        return "a.csv", f"{header}\n".encode() + draw(more)
    rows = draw(rows_of(header, row))
    return ("a.xlsx", as_xlsx(rows)) if kind == "xlsx" else ("a.csv", as_csv(draw, rows))


def check(read, name, content):
    """Read a file; whatever is wrong in it is told in lines that say where."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = read(content, name)
        except TableError as error:
            faults = str(error).split("\n")
        else:
            assert found is not None
            faults = getattr(found, "faults", ())
    for line in faults:
        assert PLACE.match(line), line
        assert line.isprintable(), line
        assert len(line) < 2000, line


@pytest.mark.parametrize(("read", "header", "row"), READERS.values(), ids=READERS)
def test_a_sound_table_is_read(read, header, row):
    """Else nothing but headers would be tried."""
    for name, content in (
        ("a.csv", f"{header}\n{row}\n".encode()),
        ("a.xlsx", as_xlsx([header.split(","), next(csv.reader([row]))])),
    ):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert not getattr(read(content, name), "faults", ())


@pytest.mark.parametrize("how", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("read", "header", "row"), READERS.values(), ids=READERS)
def test_nonsense_is_read_or_told(read, header, row, how):
    @how
    @given(files(header, row))
    def tried(file):
        check(read, *file)

    tried()
