"""`make bench` keeps its table and says what became slower."""

from tests.bench.timing import Case, kept, report, slower


def test_what_became_slower_is_told(tmp_path, capsys):
    path = tmp_path / "build" / "bench.csv"
    cases = [Case("a, b", lambda: sum(range(999)), "the same", lambda: sum(range(999)))]
    report(cases, path)
    assert "No table was kept" in capsys.readouterr().out
    assert list(kept(path)) == ["a, b"]
    path.write_text('what,ratio\n"a, b",1e9\ngone,1\n')
    report(cases, path)
    assert "slower: a, b takes" in capsys.readouterr().out
    assert 0 < kept(path)["a, b"] < 1e9


def test_a_quarter_is_allowed():
    assert slower({"a": 8.0}, {"a": 10.0}) == [
        "Nothing became slower by more than a quarter since last time."
    ]
    assert slower({"a": 7.9}, {"a": 10.0}) == ["slower: a takes 1.27 times as long as last time"]
