"""What every game must keep, whichever it is: the tests run over all that are found, and over the toys."""

import json
import pickle
import random
from fractions import Fraction

import pytest

import boomkit
from boomkit.core import ALLOWED
from boomkit.core.chance import Seeded

GAMES = (*boomkit.games(), "nim")
SEEDS = range(3)


def walk(name, seed, steps=60, **options):
    """Play at random through single draws and yield every state on the way."""
    rng = random.Random(seed)
    state = boomkit.load(name, **options).initial_state()
    for _ in range(steps):
        yield state
        if state.is_terminal:
            return
        state = state.apply(state.sample_chance(rng) if state.is_chance else rng.choice(state.legal_actions()))


each_game = pytest.mark.parametrize("name", GAMES)
each_walk = pytest.mark.parametrize(("name", "seed"), [(name, seed) for name in GAMES for seed in SEEDS])


@each_walk
def test_a_state_is_a_decision_a_draw_or_the_end(name, seed):
    for state in walk(name, seed):
        kinds = [state.current_player >= 0, state.is_chance, state.is_terminal]
        assert kinds.count(True) == 1
        assert bool(state.legal_actions()) == kinds[0]
        assert bool(state.chance_outcomes()) == kinds[1]


@each_walk
def test_chances_are_exact_and_sum_to_one(name, seed):
    for state in walk(name, seed):
        if state.is_chance:
            shares = [share for _, share in state.chance_outcomes()]
            assert all(isinstance(share, Fraction) and share > 0 for share in shares)
            assert sum(shares) == 1
            texts = [text for text, _ in state.chance_outcomes()]
            assert len(set(texts)) == len(texts)


@each_walk
def test_position_texts_make_an_exact_round_trip(name, seed):
    for state in walk(name, seed):
        again = state.game.read(str(state))
        assert again == state
        assert hash(again) == hash(state)
        assert str(again) == str(state)
        assert again.history == ()
        assert again.legal_actions() == state.legal_actions()


@each_walk
def test_nothing_changes_a_state(name, seed):
    for state in walk(name, seed, steps=25):
        before, history = str(state), state.history
        for action in state.legal_actions()[:6]:
            state.apply(action)
        for outcome, _ in state.chance_outcomes()[:6]:
            state.apply(outcome)
        for wrong in ("no such action", ""):
            with pytest.raises(boomkit.BoomkitError):
                state.apply(wrong)
        state.why_not("no such action")
        if not state.is_chance:
            for seat in range(state.game.players):
                state.observation(seat)
        assert str(state) == before
        assert state.history == history


@each_walk
def test_legal_actions_are_the_candidates_that_no_clause_forbids(name, seed):
    for state in walk(name, seed):
        if state.current_player < 0:
            continue
        game, rules = state.game, state.game.rules
        allowed = tuple(
            one for one in game.candidates(state.fields) if rules.forbids(state.fields, one.code) == ALLOWED
        )
        assert state.legal_actions() == allowed


@each_walk
def test_why_not_names_a_clause_of_the_rulebook_for_each_candidate(name, seed):
    for state in walk(name, seed, steps=25):
        if state.current_player < 0:
            continue
        for action in state.game.candidates(state.fields):
            reason = state.why_not(action)
            if action in state.legal_actions():
                assert reason is None
            else:
                assert reason.clause in state.game.rulebook
                assert len(reason) > 10
                with pytest.raises(boomkit.BoomkitError, match=reason.clause):
                    state.apply(action)


@each_walk
def test_fields_stay_in_their_declared_ranges(name, seed):
    for state in walk(name, seed):
        assert state.fields.check() is None


@each_walk
def test_every_event_names_a_clause_of_the_rulebook(name, seed):
    for state in walk(name, seed):
        for event in state.events:
            assert event.clause in state.game.rulebook


@each_game
@pytest.mark.parametrize("seed", range(4))
def test_a_played_game_ends_and_replays(name, seed):
    game = boomkit.load(name)
    played = game.play(seed)
    assert played[-1].is_terminal
    assert len(played[-1].returns()) == game.players
    again = boomkit.read_playthrough(played.to_json())
    assert again == played
    assert [str(state) for state in again] == [str(state) for state in played]
    assert again[-1].history == played[-1].history


@each_game
@pytest.mark.parametrize("seed", range(3))
def test_playing_with_states_and_in_place_is_the_same_game(name, seed):
    game = boomkit.load(name)
    fast = game.play(seed)
    source = Seeded(seed)
    state, _ = game.initial_state().draw(source)
    texts = []
    while not state.is_terminal:
        actions = state.legal_actions()
        texts.append(str(actions[source.below(len(actions))]))
        state, _ = state.play(texts[-1], source)
    assert tuple(texts) == tuple(action for action in fast.actions if action != "deal")
    assert state == fast[-1]


@each_game
def test_a_deal_follows_from_its_seed(name):
    game = boomkit.load(name)
    assert game.deal(5) == game.deal(5)
    assert game.deal(5).current_player >= 0
    if game.initial_state().is_chance:
        assert len({str(game.deal(seed)) for seed in range(40)}) > 1


@each_walk
def test_observations_are_copies_that_a_world_can_be_sampled_from(name, seed):
    rng = random.Random(seed)
    for state in walk(name, seed, steps=40):
        if state.is_chance:
            continue
        for seat in range(state.game.players):
            seen = state.observation(seat)
            assert seen == state.observation(seat)
            assert hash(seen) == hash(state.observation(seat))
            assert state.game.read_observation(json.loads(json.dumps(seen.to_dict()))) == seen
            world = state.game.sample(seen, rng)
            assert world.fields.check() is None
            assert state.game.observe(world.fields, seat).key() == seen.fields.key()
            if state.current_player == seat:
                assert world.legal_actions() == state.legal_actions()


@each_walk
def test_pictures_are_made_of_every_state_with_a_text_twin(name, seed):
    from xml.etree import ElementTree

    for state in list(walk(name, seed, steps=40))[::7]:
        made = state._repr_mimebundle_()
        assert set(made) == {"image/svg+xml", "text/html", "text/plain"}
        root = ElementTree.fromstring(made["image/svg+xml"])
        assert root.find("{http://www.w3.org/2000/svg}title").text
        assert root.find("{http://www.w3.org/2000/svg}desc").text
        assert "<table" in made["text/html"]
        assert made["text/plain"].strip()
        shown = {
            element.get("data-action") for element in root.iter() if element.get("data-action") in state.legal_actions()
        }
        assert shown or state.current_player < 0, f"no legal action can be clicked in {state}"


@each_walk
def test_nobody_is_due_in_what_a_seat_sees_of_a_draw(name, seed):
    for state in walk(name, seed, steps=30):
        if state.is_chance:
            assert all(state.observation(seat).current_player == boomkit.CHANCE for seat in range(state.game.players))


@each_game
def test_states_are_pickled_as_their_texts(name):
    state = boomkit.load(name).deal(1)
    assert pickle.loads(pickle.dumps(state)) == state


@pytest.mark.parametrize("name", boomkit.games())
def test_a_seat_is_accepted_as_first_player_in_every_game(name):
    game = boomkit.load(name)
    for seat in range(game.players):
        assert boomkit.load(name, first_player=seat).deal(1).current_player >= 0
    with pytest.raises(boomkit.BoomkitError, match="first_player"):
        boomkit.load(name, first_player=game.players)


@each_game
def test_an_unknown_option_is_refused_with_a_sentence(name):
    with pytest.raises(boomkit.BoomkitError, match="has no option 'playerz'"):
        boomkit.load(name, playerz=2)


@each_game
def test_every_option_refuses_what_it_cannot_be(name):
    game = boomkit.load(name)
    for option in game.declared:
        with pytest.raises(boomkit.BoomkitError) as caught:
            boomkit.load(name, **{option.name: object()})
        assert option.name in str(caught.value)
        assert option.about


@each_game
def test_a_bad_position_text_is_quoted(name):
    for text in ("", "nonsense here; more", "deal 7 | x |"):
        with pytest.raises(boomkit.BoomkitError) as caught:
            boomkit.load(name).read(text)
        assert len(str(caught.value)) > 20


@each_game
def test_symmetries_keep_what_the_game_is_worth(name):
    for state in list(walk(name, 1, steps=30))[::5]:
        if state.is_chance:
            continue
        for image in state.game.images(state):
            assert len(image.legal_actions()) == len(state.legal_actions())
            assert image.current_player == state.current_player


def test_a_name_that_is_not_a_game_is_answered_with_the_names_that_are():
    with pytest.raises(boomkit.BoomkitError, match="Did you mean 'wild_twist_war'"):
        boomkit.load("wild_twist_wr")


def test_an_illegal_answer_of_an_agent_is_said_with_the_clause():
    game = boomkit.load("nim")
    with pytest.raises(boomkit.BoomkitError, match=r"agent of seat 0 answered 'take 9 from 0'.*NI-T2"):
        game.play(1, agents=lambda observation, actions, rng: "take 9 from 0")


def test_agents_are_given_their_own_chance_from_the_seed():
    game = boomkit.load("nim")

    def chooser(observation, actions, rng):
        return rng.choice(actions)

    assert game.play(1, agents=[chooser, None]) == game.play(1, agents=[chooser, None])
    assert game.play(1, agents={1: chooser}).actions != game.play(2, agents={1: chooser}).actions
