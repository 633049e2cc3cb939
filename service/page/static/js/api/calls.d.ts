// What each call of the service takes and answers; the shapes are those of its description.

import type {
  Added,
  Code,
  CorrectionPreview,
  DraftChange,
  DraftPicture,
  Frame,
  GivenLink,
  History,
  HouseChoice,
  HousePreviewed,
  HouseRules,
  Invitation,
  KeptPhotos,
  PatternDetail,
  RulesDetail,
  Scored,
  SeenLink,
  Settlement,
  Setup,
  SharedDraft,
  Started,
  State,
  Statistics,
  TileSetAnswer,
  TileSetList,
} from "../types";

type Id = string;
type Token = string | null;
type Options = Record<string, any>;

export interface Calls {
  /** The documents' rule sets with their options: the page brings them along, so that a new game waits for nothing. */
  ruleSets(): Promise<RulesDetail[]>;
  /** A rule set, as a table plays it that has agreed on `options`. */
  ruleSet(id: string, options?: Options): Promise<RulesDetail>;
  /** The house rules that were kept from here and those `known` by their hash. */
  houseRules(known: string[]): Promise<HouseChoice[]>;
  keepHouseRules(body: object): Promise<HouseRules>;
  /** What house rules would be and bring; nothing is kept. */
  previewHouseRules(body: object): Promise<HousePreviewed>;
  keptHouseRules(hash: string): Promise<HouseRules>;
  patterns(): Promise<PatternDetail[]>;
  /** How a table is set up; with `dice` also where the wall breaks and what is dealt to whom. */
  setup(rules: string, given?: { dice?: number[]; options?: Options }): Promise<Setup>;
  scoreThere(body: object, signal?: AbortSignal, explain?: boolean): Promise<Scored>;

  /** Starts a game; with a token of the one that it follows, the other phones of that table are led on to it. */
  startGame(body: object, token: Token, key: string): Promise<Started>;
  /** Deletes a game for every phone; only its owner may. */
  deleteGame(id: Id, token: Token): Promise<string>;
  /** The id of the game that a table has gone on to after one that is over. */
  nextGame(id: Id): Promise<string | null>;
  gameState(id: Id): Promise<State>;
  /** The state as the service has it now, never as it was last seen. */
  freshState(id: Id): Promise<State>;
  history(id: Id): Promise<History>;
  /** Records a hand, an undo or an adjustment (`what`) once, however often the same key is sent. */
  record(id: Id, what: string, body: object, given: { token: Token; key: string }): Promise<Added>;
  /** What a hand, or the correction of an event `seq` by it, would do to the table. */
  previewHand(id: Id, token: Token, body: object, signal: AbortSignal): Promise<Added | CorrectionPreview>;
  previewCorrection(id: Id, token: Token, body: object, signal?: AbortSignal): Promise<CorrectionPreview>;
  statistics(id: Id): Promise<Statistics>;
  /** Of a game and of all that it follows. */
  eveningStatistics(id: Id): Promise<Statistics>;
  statisticsOf(ids: Id[]): Promise<Statistics>;
  settlement(id: Id): Promise<Settlement>;
  eveningSettlement(id: Id): Promise<Settlement>;
  settlementOf(ids: Id[]): Promise<Settlement>;

  /** Lets another phone write, by a link of its own. */
  giveLink(id: Id, token: Token, name: string): Promise<GivenLink>;
  /** Makes six letters that give another phone what a token gives, or only let it watch. */
  makeCode(id: Id, token: Token, write: boolean): Promise<Code>;
  acceptInvitation(code: string): Promise<Invitation>;
  /** Those that a token may see: the owner sees all of them, everybody else their own. */
  listLinks(id: Id, token: Token): Promise<SeenLink[]>;
  withdrawLink(id: Id, token: Token, link: string): Promise<unknown>;

  changeDraft(id: Id, token: Token, body: DraftChange): Promise<SharedDraft>;
  putDraftPicture(id: Id, token: Token, player: number, picture: Blob, seq: number): Promise<DraftPicture>;
  draftPicture(id: Id, token: Token, picture: string): Promise<Blob>;
  dropDraft(id: Id, token: Token): Promise<unknown>;

  /** Keeps a photo with event `seq` for so many days. */
  keepPhoto(id: Id, token: Token, blob: Blob, given: { days: number; seq: number; key: string }): Promise<unknown>;
  keptPhotos(id: Id, token: Token): Promise<KeptPhotos>;
  photoPicture(id: Id, photo: string, token: Token): Promise<Blob>;
  forgetPhoto(id: Id, photo: string, token: Token): Promise<string>;

  /** The tile sets that a table was shown. */
  tileSets(id: Id): Promise<TileSetList>;
  /** Shows a tile set: photos of its faces in rows. */
  learnTiles(id: Id, token: Token, given: { photos: Blob[]; name: string; key: string }): Promise<TileSetAnswer>;
  /** Takes a tile set from the file that another table saved. */
  takeTiles(id: Id, token: Token, given: { file: File; key: string }): Promise<TileSetAnswer>;
  renameTiles(set: string, token: Token, name: string): Promise<TileSetAnswer>;
  /** Answers what a lesson asked: codes by the numbers of the questions. */
  answerTiles(set: string, token: Token, answers: Record<string, string | null>): Promise<TileSetAnswer>;
  /** Teaches a tile set a tile that was corrected, by a picture of it alone. */
  teachTile(set: string, token: Token, given: { key: string; code: string; picture: Blob }): Promise<TileSetAnswer>;
  forgetTiles(set: string, token: Token): Promise<string>;

  /** Looks at a small picture of the viewfinder; nothing of it is kept. */
  lookAt(picture: Blob, signal: AbortSignal): Promise<Frame>;

  statisticsTable(ids: Id[]): string;
  historyTable(id: Id): string;
  /** Where several games are followed, with the wins being entered at their tables. */
  liveEvents(ids: Id[]): string;
  tilesFile(set: string): string;
}
