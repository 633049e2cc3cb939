"""Random walks over several games: valid and half-valid calls of all roles, by all rules.

After each step every game replays to the state that it shows, counts its events without a gap,
keeps its points where they sum to zero, and goes through its own file unchanged.
"""

import csv
import io
import random
from collections import Counter

import pytest
from fastapi.testclient import TestClient

from service.app import create_app
from service.ledger.backup import verify
from service.settings import Settings
from tests.postgresql import on_both
from tests.soak import full

pytestmark = [on_both, pytest.mark.slow]
RULES = ("hk-500", "hk-majlife", "classical-20", "classical-british", "simplified-300")
WALKS, STEPS = full(1, 40), full(60, 400)
FORMULA = ("=", "+", "-", "@", "\t", "\r")
TEXTS = ("late", "=1+1", "@SUM(A1)", "<b>x</b>", "\u202eabc", "z" + "\u0336" * 30, "", "  ",
         "x" * 999, "a\nb", "\x00", "\U0001f468\u200d\U0001f469" * 9, None, 7)  # fmt: skip
HANDS = (
    "123m 4569p 789s (222s) +9p", "111z 222z 333z 444z 5z +5z", "112233m445566p7s +7s",
    "123m 456m 79m 77z (555z) +8m", "(111m) (222p) [3333s] (4444z) 5z +5z | 1f 3g",
    "1m", "", "+", "123", "x" * 20, "| 1f 2f 3f 4f 1g 2g 3g 4g", "1m" * 14,
)  # fmt: skip
EVENTS = (
    "first-draw", "first-discard", "last-wall-tile", "last-discard", "kong-replacement",
    "bonus-replacement", "robbing-kong", "original-hand", "dealt-hand", "no-such",
)  # fmt: skip


class Walk:
    """Somebody who sends what comes to mind, from a seed, and remembers what he was given."""

    def __init__(self, client, seed):
        self.client, self.dice = client, random.Random(seed)
        self.games, self.options = {}, {}  # the tokens of a game by its id
        self.rules, self.sent, self.tried = {}, [], Counter()
        self.begun = {}  # the sum of a game's points when it was first looked at
        for rules in RULES:
            detail = client.get(f"/api/v1/rules/{rules}").json()
            self.options[rules] = [(one["name"], one["values"]) for one in detail["options"]]
            self.begin(rules)

    def begin(self, rules=None, follows=None):
        rules = rules or self.dice.choice(RULES)
        chosen = self.dice.sample(self.options[rules], self.dice.randrange(4))
        options = {name: self.dice.choice(values) for name, values in chosen if values}
        body = {"rules": rules, "players": ["Ann", "=Bob", "陳", "Dee"], "options": options}
        if follows:
            body["follows"] = follows
        answer = self.ask("POST", "/games", body, token=follows and self.token(follows))
        if answer.status_code == 201:
            self.games[answer.json()["id"]] = [answer.json()["write_token"]]
            self.rules[answer.json()["id"]] = rules

    def token(self, game):
        """Mostly one that may write, at times another game's or none."""
        anybody = [token for tokens in self.games.values() for token in tokens]
        own = self.games.get(game) or anybody
        return self.dice.choices([self.dice.choice(own), self.dice.choice(anybody), None, "x"],
                                 [20, 1, 1, 1])[0]  # fmt: skip

    def ask(self, method, path, body=None, *, token=None, key=None):
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        if key is not None:
            headers["Idempotency-Key"] = key
        answer = self.client.request(method, f"/api/v1{path}", json=body, headers=headers)
        assert answer.status_code < 500, (method, path, body, answer.text)
        self.tried[answer.status_code] += 1
        return answer

    def step(self):
        """One call; gives the game that it was about."""
        game = self.dice.choice(list(self.games))
        if self.dice.random() < 0.1 and self.sent:
            self.again(game)
            return game
        calls = (self.hand,) * 8 + (
            self.undo, self.undo, self.adjust, self.false_win, self.swap, self.end, self.correct,
            self.correct, self.correct, self.link, self.link, self.draft, self.preview, self.house,
            self.follow, self.delete, self.bring, self.other_rules, self.other_rules,
        )  # fmt: skip
        self.dice.choice(calls)(game)
        return game

    def write(self, game, what, body):
        if self.dice.random() < 0.2:
            seq = self.client.get(f"/api/v1/games/{game}").json().get("seq", 1)
            body["expected_seq"] = seq + self.dice.choice((-1, 0, 0, 0, 1))
        key = f"k{self.dice.randrange(10**9)}" if self.dice.random() < 0.5 else None
        token = self.token(game)
        answer = self.ask("POST", f"/games/{game}/{what}", body, token=token, key=key)
        if key is not None:
            self.sent.append((game, what, body, token, key, answer))

    def again(self, _game):
        """A key once more: the same body is answered the same, another is refused."""
        game, what, body, token, key, first = self.dice.choice(self.sent)
        if game not in self.games:
            return
        again = self.ask("POST", f"/games/{game}/{what}", body, token=token, key=key)
        if first.status_code == 201 and again.status_code not in (401, 403):
            assert again.json() == first.json()
            other = self.ask(
                "POST", f"/games/{game}/{what}", {**body, "x": 1}, token=token, key=key
            )
            assert other.status_code in (403, 422), other.text

    def player(self):
        return self.dice.choice((0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, -1, 4, None, "E", 1.5))

    def won(self):
        pick = self.dice
        body = {"winner": self.player()}
        body[pick.choice(("hand", "hand", "faan", "scores", "hands"))] = pick.choice((
            pick.choice(HANDS), pick.choice(HANDS), pick.choice((0, 1, 3, 5, 10, 13, 99, -1)),
            [pick.choice((0, 20, 64, 300, 10**9, None)) for _ in range(4)],
            [pick.choice((*HANDS, None)) for _ in range(4)],
        ))  # fmt: skip
        if pick.random() < 0.7:
            body["from"] = self.player()
        if pick.random() < 0.3:
            body["win"] = pick.choice(("self-draw", "discard"))
        if pick.random() < 0.3:
            body["events"] = pick.sample(EVENTS, pick.randrange(1, 4))
        if pick.random() < 0.15:
            body["also"] = [{"winner": self.player(), "faan": 3}] * pick.randrange(1, 3)
        if pick.random() < 0.1:
            body["responsible"] = self.player()
        return body

    def hand(self, game):
        self.write(game, "hands", {"draw": True} if self.dice.random() < 0.2 else self.easy())

    def easy(self):
        """What is mostly recorded, or anything."""
        one, other = self.dice.sample(range(4), 2)
        return self.dice.choice((
            self.won(), {"winner": one, "from": other, "hand": self.dice.choice(HANDS[:5])},
            {"winner": one, "from": other, "faan": 3},
            {"winner": one, "win": "self-draw", "faan": 10},
            {"winner": one, "from": other, "scores": [64, 20, 8, 300]},
        ))  # fmt: skip

    def preview(self, game):
        self.write(game, "hands/preview", self.easy())

    def undo(self, game):
        self.write(game, "undo", {})

    def adjust(self, game):
        much = self.dice.choice((1, 50, 500, 5_000, 10**6, 10**12, 1.5))
        changes = self.dice.choice(([much, -much, 0, 0], [much, 0, 0, 0], [much] * 3, [0] * 4))
        self.write(game, "adjustments", {"changes": changes, "reason": self.dice.choice(TEXTS)})

    def false_win(self, game):
        body = {"player": self.player()}
        if self.dice.random() < 0.5:
            body["hand"] = self.dice.choice(HANDS)
        self.write(game, "false-wins", body)

    def swap(self, game):
        seats = self.dice.choice(
            (self.dice.sample(range(4), 4), [0, 0, 1, 2], [0, 1], [4, 1, 2, 3])
        )
        self.write(game, "swaps", {"seats": seats})

    def other_rules(self, game):
        known = ("hk-500", "hk-majlife", "classical-20", "simplified-300", "hk-501", "0" * 64)
        hand = self.dice.choice((None, -1, 1, 2, 3, 9))
        body = {"rules": self.dice.choice(known), "from_hand": hand}
        self.write(game, "rules", body)

    def end(self, game):
        self.write(game, "end", {"reason": self.dice.choice(TEXTS)})

    def correct(self, game):
        seq = self.dice.choice((-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10**9))
        body = {"seq": seq, **self.dice.choice((
            {"strike": True}, {"strike": False}, {"hand": self.easy()}, {"hand": {"draw": True}},
            {"false_win": {"player": self.player()}}, {"swap": {"seats": [1, 0, 2, 3]}},
            {"adjustment": {"changes": [5, -5, 0, 0], "reason": "x"}}, {},
            {"strike": True, "hand": {"draw": True}},
        ))}  # fmt: skip
        self.write(
            game, self.dice.choice(("corrections", "corrections", "corrections/preview")), body
        )

    def link(self, game):
        token = self.token(game)
        made = self.ask("POST", f"/games/{game}/links",
                        {"role": self.dice.choice(("scorekeeper", "owner", "king")),
                         "name": self.dice.choice(TEXTS)}, token=token)  # fmt: skip
        if made.status_code != 201:
            return
        link = made.json()["id"]
        self.games[game].append(made.json()["token"])
        what = self.dice.choice(("keep", "renew", "revoke"))
        if what == "renew":
            self.ask("POST", f"/games/{game}/links/{link}/renewal", token=token)
        elif what == "revoke":
            self.ask("DELETE", f"/games/{game}/links/{link}", token=token)

    def draft(self, game):
        body = {"expected_seq": self.dice.randrange(9), "winner": self.player(),
                "hands": {str(self.player()): self.dice.choice(HANDS)}}  # fmt: skip
        self.ask(self.dice.choice(("PATCH", "DELETE")), f"/games/{game}/draft", body,
                 token=self.token(game))  # fmt: skip

    def house(self, _game):
        toml = f'format = 1\nid = "h{self.dice.randrange(3)}"\nname = "=N"\nbase = "hk-500"\n'
        self.ask("POST", "/house-rules", {"toml": toml})

    def follow(self, game):
        self.begin(follows=game)

    def delete(self, game):
        if len(self.games) > len(RULES) and self.dice.random() < 0.3:
            gone = self.ask("DELETE", f"/games/{game}", token=self.token(game))
            if gone.status_code == 204:
                del self.games[game]

    def bring(self, game):
        file = self.ask("GET", f"/games/{game}/export").json()
        answer = self.ask("POST", "/imports?anew=true", file)
        assert answer.status_code == 201, answer.text
        brought = answer.json()
        self.games[brought["id"]] = [brought["write_token"]]
        self.rules[brought["id"]] = self.rules[game]


def look(walk, game):
    """Compare all that is told of a game."""
    state = walk.ask("GET", f"/games/{game}").json()
    events = walk.ask("GET", f"/games/{game}/history").json()["events"]
    assert [event["seq"] for event in events] == list(range(1, state["seq"] + 1))
    if walk.rules[game] != "simplified-300":
        points = sum(player["points"] for player in state["players"])
        assert walk.begun.setdefault(game, points) == points
    rows = list(csv.reader(io.StringIO(walk.ask("GET", f"/games/{game}/history.csv").text)))
    assert len({len(row) for row in rows}) == 1
    for cell in (cell for row in rows for cell in row):
        assert not cell.startswith(FORMULA) or cell.removeprefix("-").isdecimal(), cell
    for call in ("/statistics?earlier=true", "/settlement", "/export", "/draft"):
        walk.ask("GET", f"/games/{game}{call}")


@pytest.mark.parametrize("seed", range(WALKS))
def test_no_walk_over_games_harms_one(database, seed):
    patient = Settings(database=database, games_per_minute=10**6)
    app = create_app(patient)
    with TestClient(app, raise_server_exceptions=False) as client:
        walk = Walk(client, seed)
        for _ in range(STEPS):
            game = walk.step()
            if game in walk.games:
                look(walk, game)
        shown = {game: client.get(f"/api/v1/games/{game}").json() for game in walk.games}
        assert walk.tried[201] > STEPS / 5, walk.tried
        verify(app.state.store.database)
    # A service that begins anew replays everything to the same.
    with TestClient(create_app(patient)) as client:
        for game, state in shown.items():
            assert client.get(f"/api/v1/games/{game}").json() == state
            file = client.get(f"/api/v1/games/{game}/export").json()
            again = client.post("/api/v1/imports?anew=true", json=file).json()["state"]
            assert {**again, "id": game} == state
