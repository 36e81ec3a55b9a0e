"""An uploaded file takes the place of the example; its faults are told in a line."""

import pandas as pd
import pytest

from combat.tables import read_table
from combat.workbook import Table, Upload


def doubled(source, name):
    frame = read_table(source, numeric=["m"], name=name)
    return Table(frame.assign(double=2 * frame["m"]))


def uploaded(files):
    """The value of a button for uploads after these were chosen: {name: bytes}."""
    how = {"type": "text/csv", "last_modified": pd.Timestamp(0).to_pydatetime()}
    return tuple(
        how | {"name": name, "size": len(content), "content": memoryview(content)}
        for name, content in files.items()
    )


@pytest.fixture
def upload(tmp_path):
    (tmp_path / "example.csv").write_text("m\n3\n")
    return Upload(
        doubled, tmp_path / "example.csv", caption="Doubled", save_as=tmp_path / "o/out.csv"
    )


def test_it_starts_with_the_example_and_saves_the_result(upload, tmp_path, monkeypatch):
    monkeypatch.setattr("os.linesep", "\r\n")  # what is saved is the same on every system
    upload.refresh()
    assert (tmp_path / "o/out.csv").read_bytes() == b"m,double\n3.0,6.0\n"
    data, metadata = upload._repr_mimebundle_()
    assert "<td" in data["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in data
    assert metadata["combat"]["needs"] == "kernel"
    assert repr(upload).startswith("Doubled\n")


def test_an_uploaded_file_takes_its_place(upload, tmp_path):
    upload.uploader.value = uploaded({"mine.csv": b"m\n5\n"})
    assert upload.result.frame["double"].tolist() == [10]
    assert pd.read_csv(tmp_path / "o/out.csv")["double"].tolist() == [10]


def test_a_fault_is_one_line_and_changes_nothing(upload, tmp_path):
    assert upload.fault(b"m\nfive\n", "mine.csv").startswith("mine.csv, row 2, column 'm'")
    assert (upload.fault(b"m\n5\n", "mine.csv"), upload.error) == ("", "")
    upload.load(b"m\nfive\n", "mine.csv")
    assert "mine.csv, row 2, column &#x27;m&#x27;: &#x27;five&#x27; is not a number" in upload.error
    assert upload.result.frame["double"].tolist() == [6]
    assert pd.read_csv(tmp_path / "o/out.csv")["double"].tolist() == [6]
    refreshed = []
    upload.after.append(lambda: refreshed.append(upload.result.frame["double"].tolist()))
    upload.load(b"m\nsix\n", "mine.csv")
    upload.load(b"m\n7\n", "mine.csv")
    assert (upload.error, refreshed) == ("", [[14]])
    upload.refresh()
    assert upload.result.frame["double"].tolist() == [14]


def test_any_error_of_the_users_function_is_shown(tmp_path):
    (tmp_path / "example.csv").write_text("m\n3\n")

    def compute(source, name):
        return doubled(source, name) if name == "example.csv" else {}["dexterity"]

    upload = Upload(compute, tmp_path / "example.csv", caption="Doubled")
    upload.load(b"m\n5\n", "mine.csv")
    assert "mine.csv: KeyError: &#x27;dexterity&#x27;" in upload.error
    assert upload.result.frame["double"].tolist() == [6]
