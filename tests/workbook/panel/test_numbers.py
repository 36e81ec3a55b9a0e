"""The numbers of a picture: the names of their files, and how a page writes them."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pandas as pd
import pytest

from combat.core.files import portable
from combat.workbook.panel import numbers
from combat.workbook.panel.numbers import Numbers, as_html, file_names


def named(*titles):
    return file_names([Numbers(title, pd.DataFrame()) for title in titles])


@pytest.mark.parametrize("title", ["Con", "AUX!", "Lpt1", "a: b/c?", "", "* ? *", "Ends in a dot."])
def test_every_system_takes_the_name_of_any_title(title):
    (name,) = named(title)
    assert portable(name)


def test_no_two_are_alike_also_where_letters_differ_in_case_or_a_title_ends_in_a_number():
    names = named("You hit", "You HIT", "You hit 2", "You hit")
    assert len(set(names)) == len(names)
    assert names[:2] == ["you-hit.csv", "you-hit-2.csv"]


CHANCES = {
    1.0: "100.0%",
    0.9998: "99.98%",
    0.5: "50.0%",
    4e-5: "0.004%",
    0.0: "0.0%",
    -3e-5: "−0.003%",
}


def test_a_chance_is_rounded_to_0_or_100_percent_only_if_it_is_so():
    html = as_html([Numbers("hit", pd.DataFrame({"hit": [*CHANCES]}), percent=True)])
    assert re.findall(r"<td[^>]*>([^<]*%)", html) == [*CHANCES.values()]


@pytest.mark.skipif(shutil.which("node") is None, reason="no node")
def test_a_page_that_moves_writes_chances_alike():
    script = Path(numbers.__file__).parent / "scripts" / "reading.js"
    functions = re.findall(
        r"^function (?:told|inPercent)\(.*?^}", script.read_text("utf-8"), re.M | re.S
    )
    said = f"console.log({json.dumps([*CHANCES])}.map((chance) => told(chance, 1)).join())"
    code = "\n".join([*functions, said])
    ran = subprocess.run(["node", "-e", code], capture_output=True, encoding="utf-8", check=True)
    assert ran.stdout.strip().split(",") == [*CHANCES.values()]
