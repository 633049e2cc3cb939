// Types shared by the page's modules.

import type { Event, Reading, Rules, Scored, SeenHand, Draft as SharedDraft, State } from "./api/types";
import type { ComponentChildren } from "./vendor/preact";

export type * from "./api/types";
export type { Draft as SharedDraft } from "./api/types";

type Described<Answer> = { [name in keyof Answer as string extends name ? never : name]: Answer[name] };

/** An entry of the ledger as it counts today: "struck" if a correction says that it never happened. */
export type LedgerEvent = Omit<Described<Event>, "kind"> & { kind: Event["kind"] | "struck"; [more: string]: any };

export type Wind = "E" | "S" | "W" | "N";
export type Side = "bottom" | "right" | "top" | "left";

/** A tile of a hand; one that was read from a photo has its corners and confidence. */
export interface Tile {
  id: number;
  code: string;
  corners?: number[][];
  confidence?: number;
  unsure?: boolean;
  alternatives?: string[];
}

export type SetKind = "exposed" | "small_kong" | "concealed_kong";

export interface TileSet {
  kind: SetKind;
  tiles: Tile[];
}

/** A hand; `winning` is the id of the tile that won. */
export interface Hand {
  concealed: Tile[];
  sets: TileSet[];
  bonus: Tile[];
  other: Tile[];
  winning: number | null;
}

/** A set that may have been called: one on the table (`index`), or one of concealed tiles. */
export interface CalledSet {
  codes: string[];
  ids: number[];
  index: number | null;
  isExposed: boolean;
}

/** The reading of a photo that is not on the screen; `seen` marks the hand as it looks. */
export interface OtherHand {
  hand: Hand;
  seen: boolean;
}

export type Win = "discard" | "self-draw";

/** A photo in memory. The `progress` of its reading is 0 to 1, null between two attempts, undefined afterwards. */
export interface Shot {
  readonly blob: Blob | null;
  /** null if this browser cannot open it. */
  readonly url: string | null;
  readonly size: number[] | null;
  readonly progress?: number | null;
  /** Why it was not read. */
  readonly problem: Refusal | null;
  /** Its id for other phones. */
  readonly picture?: string | null;
  /** It is to be kept with the hand. */
  readonly isKept?: boolean;
  /** It comes from this phone's database: an earlier confirmation was to keep it. */
  readonly isHeld?: boolean;
  /** By the service. */
  readonly reading?: Reading;
  /** By this phone. */
  readonly own?: OwnReading | null;
}

/** What was entered of one player's hand. */
export interface Entry {
  /** "camera" before there is a photo; "faan" and "scores" are agreed on without tiles. */
  readonly mode?: "camera" | "photo" | "palette" | "faan" | "scores" | null;
  /** The key of its photo on this phone. */
  readonly shot?: string | null;
  readonly hand?: Hand | null;
  readonly faan?: number;
  readonly events?: string[];
  /** Of the photo: its size, its id for other phones, and the names of what to check. */
  readonly size?: number[] | null;
  readonly picture?: string | null;
  readonly otherwise?: OtherHand | null;
  readonly notes?: string[];
  /** A person has said which sets were called. */
  readonly isCalledKnown?: boolean;
}

/** How a hand is shown. */
export interface HandView {
  /** The palette is open. */
  readonly isAdding?: boolean;
  /** The palette has closed by itself, because the hand was complete. */
  readonly isClosed?: boolean;
  /** The id of the tile that was tapped. */
  readonly selected?: number | null;
  /** The tab of the palette, what its next tile becomes, and the face whose sets are offered. */
  readonly tab?: string;
  readonly target?: "tile" | "exposed" | "concealed_kong";
  readonly offered?: string | null;
}

/** What the screen of a win is drawn from, except what the hand is worth. */
export interface WinState {
  readonly draft: Draft;
  /** The table as it is, and as it was when the hand was played. */
  readonly now: State;
  readonly state: State;
  readonly rules: RulesDetail;
  readonly events: LedgerEvent[] | null;
  readonly sending: boolean;
  /** The result was celebrated, which happens once. */
  readonly isMomentOver: boolean;
  /** A different win that another phone is entering. */
  readonly otherDraft: SharedDraft | null;
  readonly shots: Readonly<Record<string, Shot>>;
  /** By player, before one is named by "". */
  readonly views: Readonly<Record<string, HandView>>;
}

/** What all phones of a table know of a win. */
export interface SharedWin {
  winner: number | null;
  win: Win | null;
  from: number | null;
  events: string[];
  agreed: SharedAgreements;
  hands: (string | null)[];
  seen: (SeenHand | null)[];
  /** By player, whether the table has said which sets of the hand were called. */
  called: boolean[];
}

export interface SharedAgreements {
  faan: Record<number, number>;
  scores: (number | null)[] | null;
  also: { winner: number; events: string[] }[];
  responsible: number | null;
}

/** A win being entered, with the entry of the winner's hand; `others` has the entries of the other hands. */
export interface Draft extends Entry {
  readonly game: string;
  /** The event of the table that it was begun on. */
  readonly seq: number;
  readonly winner: number | null;
  readonly win: Win | null;
  readonly from: number | null;
  /** The idempotency key of its confirmation, and the body that was last sent with it. */
  readonly key: string;
  readonly sent?: string;
  /** Who else won on the same discard. */
  readonly also?: number[];
  readonly others?: Record<number, Entry>;
  readonly scores?: (number | null)[];
  readonly responsible?: number | null;
  /** The step of the screen, and the player whose hand it shows. */
  readonly step?: string;
  readonly at?: number | null;
  /** The event that it corrects. */
  readonly correcting?: number;
  /** What all phones know of it, and on which event. */
  readonly shared?: { seq: number; all: SharedWin };
  /** Not the win that another phone is entering. */
  readonly apart?: boolean;
  /** The key of an earlier confirmation, under which photos wait. */
  readonly held?: string;
}

/** A draft of which it is known who won. */
export type WonDraft = Draft & { winner: number };

/** A rule set with the options of a table, or, without its rows, as the page contains it. */
export type RulesDetail = Rules & { base?: string; presets?: Record<string, Record<string, any>> };

/** House rules that can be chosen; their detail is fetched then. */
export interface RulesOffered {
  id: string;
  name: string;
  base?: string;
  /** When a house's rules were stored. */
  at?: string;
  document?: string;
  options?: Rules["options"];
  [more: string]: any;
}

/** The game that a new one follows, and which one follows it already. */
export type Finished = State & { next: string | null };

export interface Payment {
  from: number;
  to: number;
  points: number;
}

/** An answer of the service, or its problem; `waiting` while it is fetched again. */
export interface Result<Answer = Scored> {
  answer: Answer | null;
  problem: Refusal | null;
  waiting: boolean;
}

/** A refusal of the service. */
export interface Refusal {
  code: string;
  status?: number;
  detail?: string;
  problems?: string[];
}

/** An event that a hand adds to a table, and the state after it. */
export interface Move {
  event: LedgerEvent;
  state: State;
}

/** A confirmation that waits to be sent. */
export interface OutboxEntry {
  game: string;
  what: string;
  body: any;
  key: string;
  seq: number;
  at: number;
  draft: Draft | null;
  /** Used if the game has been forgotten. */
  token?: string | null;
  problem: Refusal | null;
}

/** A language (service/locale/languages.py). */
export interface Language {
  tag: string;
  name: string;
  asked: string[];
  plurals: string[];
  formats: string;
  comma: string;
  pause: string;
  space: string;
  field?: string;
  unread?: boolean;
}

/** A game that this phone knows. */
export interface KnownGame {
  id: string;
  token: string | null;
  names: string[];
  at: number;
  finished?: boolean;
  invitation?: { id: string; token: string } | null;
}

/** An event of the page; only its listener knows the kind of its target. */
export type UiEvent = Pick<KeyboardEvent, "key"> &
  Pick<MouseEvent, "detail" | "button" | "clientX" | "clientY"> &
  UIEvent & { target: any; currentTarget: any };

/** What can be drawn. */
export type Child = ComponentChildren;

/** What is known of a table: nothing before there is a `state`, nothing more once it is `lost`. */
export interface KnownTable {
  /** As the service last sent it. */
  state: State | null;
  lost: Refusal | null;
  rules: RulesDetail | null;
  linked: boolean;
  /** How many times the service has answered after it did not. */
  reached: number;
  /** A win that other phones are entering. */
  shared: SharedDraft | null;
  events: LedgerEvent[];
  waiting: OutboxEntry[];
  /** What those do to the table, up to the first that this phone cannot count. */
  moves: Move[];
}

/** What a look of this phone's networks at a frame has found; `ms` are the milliseconds of each stage. */
export interface Look {
  tiles: NamedTile[];
  /** Of the frame, in pixels. */
  size: [number, number];
  advice: Advice[];
  ms: Record<string, number>;
}

/** What looks show of a hand of `size` tiles: its tiles, and all others. */
export interface Sighting {
  tiles: NamedTile[];
  beside: NamedTile[];
  size: number;
  /** How many are seen, a kong counting as three and one that lies face down not at all. */
  count: number;
  isWhole: boolean;
  /** The faces any of which would make it whole. */
  wants: string[];
  /** The same for the same tiles. */
  key: string;
  advice: string[];
}

export type Advice = "closer" | "more_light" | "hold_still";

/** Eight numbers, x and y of the corners clockwise, in pixels of the frame. */
export type Quad = number[];

/** A part of a picture, in whole pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picture: `step` bytes a pixel, of which the first three are red, green and blue. */
export interface Pixels {
  data: Uint8ClampedArray | Uint8Array;
  width: number;
  height: number;
  step: number;
}

/** A network from pixels to numbers. */
export type Network = (
  data: Uint8Array,
  dims: number[],
) => Promise<Record<string, { data: Float32Array; dims: readonly number[] }>>;

export type RolesNetwork = (
  inputs: Record<string, { data: Float32Array; dims: number[] }>,
) => Promise<Record<string, { data: Float32Array }>>;

export interface Detection {
  quad: Quad;
  confidence: number;
}

/** The name of a tile by the networks. */
export interface Name {
  code: string;
  confidence: number;
  /** The number of corners from the quad's first one to the face's top left. */
  turns: number;
  /** The probabilities of all that is a tile. */
  faces: number[];
  /** The probability of the name by the first look alone. */
  steady: number;
}

/** A tile of a frame; its quad begins at the face's top left, and `isOwn` says whether it belongs to the hand. */
export interface NamedTile {
  code: string;
  confidence: number;
  quad: Quad;
  isOwn: boolean;
}

/** A tile that was named `age` looks ago. */
export interface KnownTile {
  quad: Quad;
  name: Name;
  age: number;
}

/** A tile as the network of roles is told of it. */
export interface Sight {
  quad: Quad;
  /** Probabilities of all faces. */
  names: ArrayLike<number>;
  /** The detector's, and the classifier's of its first look. */
  found: number;
  steady: number;
  /** Whether it passed for a tile. */
  isKept: boolean;
}

/** The networks on this phone: `look` finds and names the tiles of a frame, or of a part of it, of whose long side the detector sees `side` pixels. */
export interface PhoneNetworks {
  look: (frame: ImageData, side?: number, part?: Box | null) => Promise<Look>;
  close: () => void;
}

/** What this phone saw itself; `tell` says that the service saw other tiles, or that only this phone has looked. */
export interface OwnReading {
  reading: (size: number[] | null) => Reading;
  tell: (reading: Reading | null) => void;
}

/** A file that some phones want beside the page: its bytes as sent, and its size unpacked. */
export interface PartFile {
  address: string;
  bytes: number;
  size: number;
}

/** The parts by name, with what else there is to know. */
export type PartList = { parts: Record<string, PartFile> } & Record<string, any>;

/** A worker: `ask` sends what is `given`, with buffers that are handed over; `close` ends it and refuses what is still open. */
export interface WorkerClient {
  ask: (what: string, given: object, handed?: Transferable[]) => Promise<any>;
  close: () => void;
}
