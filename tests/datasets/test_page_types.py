"""The page's code is checked against the calls as they are."""

from tools.page_types import FILE, main, type_of, types


def test_the_types_of_the_page_are_those_of_the_calls():
    assert FILE.read_text(encoding="utf-8") == types()


def test_types_that_are_others_are_told(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("tools.page_types.FILE", tmp_path / "types.d.ts")
    assert main(["--check"]) == 1
    assert "run python -m tools.page_types" in capsys.readouterr().out
    assert main([]) == 0
    assert main(["--check"]) == 0


def test_forms_of_schemas_as_types():
    number = {"type": "integer"}
    assert type_of({"anyOf": [number, {"type": "null"}]}) == "number | null"
    either = {"type": "array", "items": {"anyOf": [number, {"type": "string"}]}}
    assert type_of(either) == "(number | string)[]"
    assert type_of({"enum": ["E", "S"]}) == '"E" | "S"'
    assert type_of({"type": "array", "prefixItems": [number, number]}) == "[number, number]"
    by_name = {"type": "object", "additionalProperties": number}
    assert type_of(by_name) == "Record<string, number>"
    of_some = {**by_name, "propertyNames": {"enum": ["0", "1"]}}
    assert type_of(of_some) == '{ [name in "0" | "1"]?: number }'
    assert type_of({}) == "any"
