// What the calls of the service take and give, as /openapi.json describes it.
//
// Made by `python -m tools.page_types`: not to be changed by hand. An answer may have more
// than is described, of whatever type: there it is `any`.

export interface Added {
  "seq": number;
  "event": Event;
  "state": State;
  [more: string]: any;
}

export interface Adjustment {
  "changes": number[];
  "reason": string;
  "expected_seq"?: number | null;
}

export interface Agreed {
  "faan"?: { [name in "0" | "1" | "2" | "3"]?: number };
  "scores"?: (number | null)[] | null;
  "also"?: AlsoWins[];
  "responsible"?: number | null;
}

export interface AlsoWins {
  "winner": number;
  "events"?: string[];
}

export interface AlsoWon {
  "winner": number;
  "hand"?: string | null;
  "faan"?: number | null;
  "events"?: string[];
}

export interface Balance {
  "name": string;
  "points": number;
  "money": number | null;
  [more: string]: any;
}

export interface BestHand {
  "game": string;
  "seq": number;
  "value": number;
  "hand": string | null;
  [more: string]: any;
}

export interface CalledSet {
  "tiles": number[];
  "exposed": number;
  [more: string]: any;
}

export interface Compared {
  "rules": "all";
  "answers": Record<string, Scored>;
  [more: string]: any;
}

export interface Correction {
  "seq": number;
  "hand"?: Hand | null;
  "false_win"?: FalseWin | null;
  "adjustment"?: Adjustment | null;
  "swap"?: Swap | null;
  "strike"?: boolean;
  "reason"?: string | null;
  "expected_seq"?: number | null;
}

export interface CorrectionPreview {
  "was": State;
  "state": State;
  "event": Event;
  "payments": PaymentChange[];
  [more: string]: any;
}

export interface CourseStep {
  "seq": number;
  "hand_number": number;
  "points": number[];
  [more: string]: any;
}

export interface DealtTile {
  "wall": "E" | "S" | "W" | "N";
  "stack": number;
  "level": string;
  [more: string]: any;
}

export interface Draft {
  "revision": number;
  "seq": number;
  "winner": number | null;
  "win": "discard" | "self-draw" | null;
  "from": number | null;
  "events": string[];
  "hands": (string | null)[];
  "seen": (SeenHand | null)[];
  "called": boolean[];
  "agreed": Agreed;
  "by": number | null;
  "next"?: string | null;
  [more: string]: any;
}

export interface DraftChange {
  "winner"?: number | null;
  "win"?: "discard" | "self-draw" | null;
  "from"?: number | null;
  "events"?: string[];
  "hands"?: { [name in "0" | "1" | "2" | "3"]?: string | null };
  "seen"?: { [name in "0" | "1" | "2" | "3"]?: SeenHand | null };
  "pictures"?: { [name in "0" | "1" | "2" | "3"]?: string | null };
  "called"?: { [name in "0" | "1" | "2" | "3"]?: boolean };
  "agreed"?: Agreed;
  "by"?: number | null;
  "expected_seq": number;
  "expected_revision"?: number | null;
}

export interface DraftPicture {
  "picture": string;
  [more: string]: any;
}

export interface Drilled {
  "phase": number;
  "blocks": number;
  "valid": boolean;
  "problems": string[];
  "hand": string;
  "complete": boolean;
  "sets": string[];
  "waits": TrainingWait[];
  "discards": TrainingDiscard[];
  "said": { [name in "en" | "zh" | "text"]?: string } | null;
  [more: string]: any;
}

export interface End {
  "reason"?: string | null;
  "expected_seq"?: number | null;
}

export interface Event {
  "seq": number;
  "kind": "started" | "hand_won" | "hand_drawn" | "false_win" | "adjusted" | "players_swapped" | "rules_changed" | "hand_noted" | "ended" | "undo" | "corrected";
  "at": string;
  "hand_number": number;
  "round_wind": "E" | "S" | "W" | "N";
  "dealer": number;
  "changes": number[];
  "points": number[];
  [more: string]: any;
}

export interface ExampleHand {
  "hand": string;
  "win": "discard" | "self-draw";
  "base": Scored;
  "house": Scored;
  [more: string]: any;
}

export interface FaanWon {
  "faan": number;
  "wins": number;
  [more: string]: any;
}

export interface FalseWin {
  "player": number;
  "hand"?: string | null;
  "expected_seq"?: number | null;
}

export interface Frame {
  "size": number[];
  "tiles": number;
  "corners": number[][][];
  "advice": string[];
  [more: string]: any;
}

export interface GameFile {
  "format": "tableside-game";
  "version": number;
  "id": string;
  "exported_at": string;
  "digest": string;
  "events": Record<string, any>[];
  [more: string]: any;
}

export interface GamePlayed {
  "id": string;
  "seq": number;
  "at": string;
  "rules": string;
  "players": string[];
  "finished": boolean;
  "course": CourseStep[];
  [more: string]: any;
}

export interface GivenLink {
  "id": string;
  "role": "owner" | "scorekeeper";
  "name": string;
  "at": string;
  "token": string;
  [more: string]: any;
}

export interface Hand {
  "draw"?: boolean;
  "winner"?: number | null;
  "from"?: number | null;
  "win"?: "discard" | "self-draw";
  "hand"?: string | null;
  "faan"?: number | null;
  "scores"?: (number | null)[] | null;
  "hands"?: (string | null)[] | null;
  "events"?: string[];
  "also"?: AlsoWon[];
  "responsible"?: number | null;
  "responsibility"?: string | null;
  "expected_seq"?: number | null;
}

export interface HandNote {
  "seq": number;
  "note": string;
  "expected_seq"?: number | null;
}

export interface HandWorth {
  "valid": boolean;
  "problems": string[];
  "faan"?: number | null;
  "points"?: number | null;
  "score"?: number | null;
  "base"?: number | null;
  "multiplier"?: number | null;
  "added"?: number | null;
  "final_multiplier"?: number | null;
  "limit"?: boolean | null;
  "rows": ScoreRow[];
  "sets": string[];
  "claimed"?: number | null;
  [more: string]: any;
}

export interface Health {
  "live": boolean;
  "ready": boolean;
  "checks": Record<string, string>;
  [more: string]: any;
}

export interface History {
  "events": Event[];
  [more: string]: any;
}

export interface HouseChoice {
  "hash": string;
  "id": string;
  "name": string;
  "base": string;
  "version": number;
  "at": string;
  [more: string]: any;
}

export interface HouseFile {
  "base"?: string | null;
  "name"?: string | null;
  "id"?: string | null;
  "version"?: number | null;
  "options"?: Record<string, any> | null;
  "points"?: Record<string, number | string> | null;
  "payment"?: Record<string, number | string | Record<string, number | string>> | null;
  "rows"?: Record<string, number | string | boolean | Record<string, number | string | boolean | string[]>> | null;
  "row"?: (Record<string, number | string | boolean | string[] | Record<string, string>>)[] | null;
  "toml"?: string | null;
}

export interface HousePreviewed {
  "id": string;
  "name": string;
  "document": string;
  "rows": RuleRow[];
  "options": RuleOption[];
  "events": any[];
  "circumstances": RuleCircumstance[];
  "base": string;
  "version": number;
  "hash": string;
  "toml": string;
  "says": HouseTerms;
  "ready": ReadyRow[];
  "ways": WayToPay[];
  "examples": ExampleHand[];
  [more: string]: any;
}

export interface HouseRules {
  "id": string;
  "name": string;
  "document": string;
  "rows": RuleRow[];
  "options": RuleOption[];
  "events": any[];
  "circumstances": RuleCircumstance[];
  "base": string;
  "version": number;
  "hash": string;
  "toml": string;
  "says": HouseTerms;
  "ready": ReadyRow[];
  "ways": WayToPay[];
  "at": string;
  [more: string]: any;
}

export interface HouseTerms {
  "base"?: string | null;
  "name"?: string | null;
  "id"?: string | null;
  "version"?: number | null;
  "options"?: Record<string, any> | null;
  "points"?: Record<string, number | string> | null;
  "payment"?: Record<string, number | string | Record<string, number | string>> | null;
  "rows"?: Record<string, number | string | boolean | Record<string, number | string | boolean | string[]>> | null;
  "row"?: (Record<string, number | string | boolean | string[] | Record<string, string>>)[] | null;
}

export interface KeptPhoto {
  "id": string;
  "seq": number | null;
  "at": string;
  "expires_at": string;
  "bytes": number;
  [more: string]: any;
}

export interface KeptPhotos {
  "photos": KeptPhoto[];
  [more: string]: any;
}

export interface LikelyHand {
  "hand": string;
  "probability": number;
  [more: string]: any;
}

export interface Links {
  "links": SeenLink[];
  [more: string]: any;
}

export interface Live {
  "live": boolean;
  [more: string]: any;
}

export interface NewGame {
  "rules": string;
  "players": string[];
  "options"?: Record<string, any>;
  "follows"?: string | null;
}

export interface NewLink {
  "role"?: "owner" | "scorekeeper";
  "name"?: string;
}

export interface Nothing {
}

export interface OtherReading {
  "hand": string;
  "as_seen": boolean;
}

export interface PatternDetail {
  "id": string;
  "what": string;
  "zh": string;
  "arguments": Record<string, any>[];
  "example": Record<string, any>;
  "told": Record<string, any>;
  [more: string]: any;
}

export interface PaymentChange {
  "seq": number;
  "was": Record<string, any> | null;
  "becomes": Record<string, any> | null;
  [more: string]: any;
}

export interface Phase {
  "phase": number;
  "blocks": number;
  "tiles": number;
  "bonus": boolean;
  "en": string;
  "zh": string;
  "text": string;
  "wording": string;
  [more: string]: any;
}

export interface Place {
  "player": number;
  "points": number;
  "rank": number;
  [more: string]: any;
}

export interface PlayerFigures {
  "name": string;
  "rank": number;
  "games": number;
  "points": number;
  "hands": number;
  "wins": number;
  "self_draws": number;
  "deal_ins": number;
  "deals": number;
  "false_wins": number;
  "average_faan": number | null;
  "average_score": number | null;
  "biggest_faan": BestHand | null;
  "biggest_score": BestHand | null;
  "streak": number;
  "running": number;
  "wins_by_faan": FaanWon[];
  "rows": RowWon[];
  [more: string]: any;
}

export interface PlayerOnPhoto {
  "side": "near" | "right" | "far" | "left";
  "hand": string | null;
  "probability": number;
  "tiles": number[];
  [more: string]: any;
}

export interface PlayerState {
  "name": string;
  "points": number;
  "seat_wind": "E" | "S" | "W" | "N";
  [more: string]: any;
}

export interface Problem {
  "type": string;
  "title": string;
  "status": number;
  "code": string;
  "detail": string;
  "problems"?: string[] | null;
  [more: string]: any;
}

export interface ReadTile {
  "tile": string;
  "confidence": number;
  "box": number[];
  "corners": number[][];
  "unsure": boolean;
  "group": number;
  "alternatives": ((string | number)[])[];
  [more: string]: any;
}

export interface Reading {
  "photo": string;
  "size": number[];
  "tiles": ReadTile[];
  "groups": TileGroup[];
  "hand": string | null;
  "hands"?: LikelyHand[];
  "called"?: CalledSet[];
  "players"?: PlayerOnPhoto[];
  "problems": string[];
  "as_seen"?: string | null;
  "advice"?: string[];
  "tile_set"?: TileSetFit | null;
  "timings_ms": Record<string, number>;
  [more: string]: any;
}

export interface ReadyRow {
  "id": string;
  "name": string;
  "zh": string;
  "closed": number | string | null;
  "open": number | string | null;
  [more: string]: any;
}

export interface Replacement {
  "kind": "started" | "hand_won" | "hand_drawn" | "false_win" | "adjusted" | "players_swapped" | "rules_changed" | "hand_noted" | "ended" | "undo" | "corrected";
  "seq"?: number | null;
  "changes"?: number[] | null;
  [more: string]: any;
}

export interface RowWon {
  "id": string;
  "name": string;
  "zh": string;
  "times": number;
  [more: string]: any;
}

export interface RuleCircumstance {
  "event": string;
  "needs": string[];
  "contradicts": string[];
  [more: string]: any;
}

export interface RuleOption {
  "name": string;
  "values": any;
  "default": any;
  "question": string;
  [more: string]: any;
}

export interface RuleRow {
  "id": string;
  "name": string;
  "value": any;
  "wording": string;
  [more: string]: any;
}

export interface Rules {
  "id": string;
  "name": string;
  "document": string;
  "rows": RuleRow[];
  "options": RuleOption[];
  "events": any[];
  "circumstances": RuleCircumstance[];
  [more: string]: any;
}

export interface RulesChange {
  "rules": string;
  "options"?: Record<string, any>;
  "from_hand"?: number | null;
  "expected_seq"?: number | null;
}

export interface RulesEdition {
  "rules": string;
  "version": number;
  "hash": string;
  [more: string]: any;
}

export interface ScoreRequest {
  "rules": string;
  "hand": string;
  "role"?: "winner" | "loser";
  "seat"?: "E" | "S" | "W" | "N";
  "round"?: "E" | "S" | "W" | "N";
  "win"?: "discard" | "self-draw";
  "from"?: "E" | "S" | "W" | "N" | null;
  "events"?: string[];
  "options"?: Record<string, any>;
  "losers"?: { [name in "E" | "S" | "W" | "N"]?: string };
  "responsible"?: "E" | "S" | "W" | "N" | null;
  "responsibility"?: string | null;
}

export interface ScoreRow {
  "id": string;
  "name": string;
  "zh": string;
  "value": string;
  "wording": string;
  "count": number;
  "faan"?: number | null;
  "points"?: number | null;
  "times"?: number | null;
  "tiles": string;
  "excluded_by": string | null;
  "why"?: string | null;
  "drawn"?: number | null;
  "closed"?: boolean | null;
  "note"?: string | null;
  [more: string]: any;
}

export interface Scored {
  "valid": boolean;
  "problems": string[];
  "faan"?: number | null;
  "points"?: number | null;
  "score"?: number | null;
  "base"?: number | null;
  "multiplier"?: number | null;
  "added"?: number | null;
  "final_multiplier"?: number | null;
  "limit"?: boolean | null;
  "rows": ScoreRow[];
  "sets": string[];
  "claimed"?: number | null;
  "rules": string;
  "payments": { [name in "E" | "S" | "W" | "N"]?: number } | null;
  "losers"?: { [name in "E" | "S" | "W" | "N"]?: HandWorth } | null;
  "notes"?: string[] | null;
  "refused"?: Record<string, any>[] | null;
  "text"?: string | null;
  [more: string]: any;
}

export interface SeenHand {
  "size": number[];
  "tiles": (SeenTile | null)[];
  "beside"?: SeenTile[];
  "picture"?: string | null;
  "otherwise"?: OtherReading | null;
}

export interface SeenLink {
  "id": string;
  "role": "owner" | "scorekeeper";
  "name": string;
  "at": string;
  "yours": boolean;
  [more: string]: any;
}

export interface SeenTile {
  "tile": string;
  "corners": number[][];
  "unsure"?: boolean;
  "alternatives"?: string[];
}

export interface Settlement {
  "games": string[];
  "settles": boolean;
  "money_per_point": number | null;
  "balances": Balance[];
  "transfers": Transfer[];
  [more: string]: any;
}

export interface Setup {
  "rules": string;
  "direction": "ccw" | "cw";
  "throws": Throw[];
  "steps": SetupStep[];
  "dice": number[];
  "said": { [name in "en" | "zh" | "text"]?: string } | null;
  "wall": "E" | "S" | "W" | "N" | null;
  "walls": Wall[];
  "deal": Turn[];
  "live": number | null;
  [more: string]: any;
}

export interface SetupStep {
  "topic": string;
  "en": string;
  "zh": string;
  "text": string;
  "wording": string;
  "unclear": { [name in "en" | "zh" | "text"]?: string } | null;
  [more: string]: any;
}

export interface Started {
  "id": string;
  "write_token": string;
  "state": State;
  [more: string]: any;
}

export interface State {
  "id": string;
  "seq": number;
  "rules": string;
  "options": Record<string, any>;
  "house_rules": Record<string, any> | null;
  "players": PlayerState[];
  "round_wind": "E" | "S" | "W" | "N";
  "round": number;
  "turn": number;
  "draws": number;
  "dealer": number;
  "first": number;
  "hand_number": number;
  "finished": boolean;
  "seats": number[];
  "coin": number;
  "direction": "ccw" | "cw";
  "follows": string | null;
  "coming": Record<string, any> | null;
  "standings": Place[];
  [more: string]: any;
}

export interface Statistics {
  "games": GamePlayed[];
  "hands": number;
  "draws": number;
  "players": PlayerFigures[];
  [more: string]: any;
}

export interface Swap {
  "seats": number[];
  "expected_seq"?: number | null;
}

export interface Throw {
  "by": "E" | "S" | "W" | "N" | null;
  "dice": number;
  [more: string]: any;
}

export interface TileGroup {
  "kind": string;
  "side": "near" | "right" | "far" | "left" | null;
  "tiles": number[];
  [more: string]: any;
}

export interface TileQuestion {
  "at": string;
  "likely": string[];
  "picture": string;
  [more: string]: any;
}

export interface TileSetAnswer {
  "id": string;
  "game": string;
  "name": string;
  "at": string;
  "revision": number;
  "known": Record<string, number>;
  "missing": string[];
  "questions": TileQuestion[];
  "bytes": number;
  [more: string]: any;
}

export interface TileSetChange {
  "name"?: string | null;
  "answers"?: Record<string, any>;
}

export interface TileSetFit {
  "name": string;
  "fits": boolean | null;
  [more: string]: any;
}

export interface TileSetList {
  "tile_sets": TileSetAnswer[];
  [more: string]: any;
}

export interface TrainingDiscard {
  "tile": string;
  "waits": TrainingWait[];
  [more: string]: any;
}

export interface TrainingHand {
  "hand": string;
  "phase": number;
  "seen"?: string | string[];
}

export interface TrainingWait {
  "tile": string;
  "left": number;
  [more: string]: any;
}

export interface Transfer {
  "from": string;
  "to": string | null;
  "points": number;
  "money": number | null;
  "chips": Record<string, number> | null;
  [more: string]: any;
}

export interface Turn {
  "seat": "E" | "S" | "W" | "N";
  "tiles": DealtTile[];
  [more: string]: any;
}

export interface Undo {
  "expected_seq"?: number | null;
}

export interface Waiting {
  "tile": string;
  "left": number;
  "discard": HandWorth | null;
  "self_draw": HandWorth | null;
  [more: string]: any;
}

export interface Waits {
  "rules": string;
  "valid": boolean;
  "problems": string[];
  "hand": string;
  "waits": Waiting[];
  "left": number;
  [more: string]: any;
}

export interface WaitsRequest {
  "rules": string;
  "hand": string;
  "seat"?: "E" | "S" | "W" | "N";
  "round"?: "E" | "S" | "W" | "N";
  "options"?: Record<string, any>;
  "seen"?: string | string[];
}

export interface Wall {
  "seat": "E" | "S" | "W" | "N";
  "side": "bottom" | "right" | "top" | "left";
  "stacks": WallStack[];
  [more: string]: any;
}

export interface WallStack {
  "number": number;
  "tiles": number;
  "part": string;
  "to": ("E" | "S" | "W" | "N" | null)[];
  [more: string]: any;
}

export interface WayToPay {
  "id": string;
  "name": string;
  "zh": string;
  "needs": string;
  "decides": string;
  [more: string]: any;
}

export interface Winning {
  "winner": number;
  "faan": number | null;
  "score": number | null;
  "hand": string | null;
  "events": string[];
  "answer": Scored | null;
  [more: string]: any;
}
