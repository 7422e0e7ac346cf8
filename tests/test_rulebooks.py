"""Every clause of every game has an example, and every example is borne out by the engine."""

import pytest

import boomkit

GAMES = (*boomkit.games(), "nim")
EXAMPLES = [
    pytest.param(name, example, id=f"{name}-{example.clause}-{number}")
    for name in GAMES
    for number, example in enumerate(boomkit.load(name).rulebook.examples())
]


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_the_engine_bears_out_the_example(name, example):
    assert example.problems(name) == [], f"{example.clause}: {example.title}"


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_that_the_rules_name_is_in_the_rulebook(name):
    game = boomkit.load(name)
    assert [clause for clause in game.rules.CLAUSES[1:] if clause not in game.rulebook] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_of_an_option_is_in_the_rulebook(name):
    game = boomkit.load(name)
    assert [option.name for option in game.declared if option.clause and option.clause not in game.rulebook] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_event_happens_in_an_example(name):
    game = boomkit.load(name)
    seen = {
        event.name
        for example in game.rulebook.examples()
        if example.refused is None
        for event in example.states(name)[-1].history
    }
    assert {kind.name for kind in game.rules.EVENTS} - seen == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_an_option_with_a_choice_has_an_example(name):
    game = boomkit.load(name)
    used = {
        option: {repr(example.options.get(option)) for example in game.rulebook.examples()}
        for option in (declared.name for declared in game.declared)
    }
    for option in game.declared:
        if isinstance(option.default, bool):
            assert repr(not option.default) in used[option.name], f"no example with {option.name}={not option.default}"


def test_an_example_that_is_wrong_is_found_out():
    from boomkit.core.rulebook import Example

    def wrong(**expected):
        return Example("NI-T1", "x", {}, "heaps 3 4 5; turn 0", ("take 1 from 0",), expected).problems("nim")

    assert wrong(after="heaps 2 4 5; turn 1") == []
    assert wrong(after="heaps 2 4 5; turn 0")
    assert wrong(legal=["take 1 from 0"])
    assert wrong(includes=["take 9 from 0"])
    assert wrong(excludes=["take 1 from 0"])
    assert wrong(why_not={"take 1 from 0": "NI-T2"})
    assert wrong(events=[])
    assert wrong(clauses=["NI-W1"])
    assert wrong(due=0)
    assert wrong(chance={"a": "1/2"})
    assert Example("NI-T1", "x", {}, "heaps 3 4 5", ("take 7 from 0",), {}, refused=None).problems("nim")
    assert Example("NI-T1", "x", {}, "heaps 3 4 5", (), {}, refused="impossible").problems("nim")
