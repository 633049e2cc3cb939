// Plays a whole game by a client that was made from the service's description:
// `node play.js ADDRESS PHOTO`. The compiler checks every name and type in it.
import { readFile } from "node:fs/promises";
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

const [address, photo] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: address });

function given<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) {
    throw new Error(JSON.stringify(answer.error));
  }
  return answer.data;
}

const game = given(
  await client.POST("/api/v1/games", {
    body: { rules: "hk-500", players: ["Ann", "Bob", "Cid", "Dee"] },
  }),
);
const writer = createClient<paths>({
  baseUrl: address,
  headers: { Authorization: `Bearer ${game.write_token}` },
});
const reading = given(
  await client.POST("/api/v1/readings", {
    body: { photo: [new Blob([await readFile(photo)], { type: "image/jpeg" })], rules: "hk-500" },
    bodySerializer: (body) => {
      const form = new FormData();
      for (const one of body.photo) {
        form.append("photo", one, "hand.jpg");
      }
      form.append("rules", body.rules ?? "hk-500");
      return form;
    },
  }),
);
const unsure: boolean[] = reading.tiles.map((tile) => tile.unsure);
const params = { path: { game_id: game.id } };
const call = "/api/v1/games/{game_id}/hands";
const body: components["schemas"]["Hand"] = { winner: 1, win: "discard", from: 3, hand: reading.hand };
let state = given(await writer.POST(call, { params, body })).state;
state = given(await writer.POST("/api/v1/games/{game_id}/undo", { params, body: {} })).state;
state = given(await writer.POST(call, { params, body })).state;
while (!state.finished) {
  const winner = (state.dealer + 1) % 4;
  const agreed = { winner, win: "discard" as const, from: state.dealer, faan: 3 };
  state = given(await writer.POST(call, { params, body: agreed })).state;
}
const { events } = given(await client.GET("/api/v1/games/{game_id}/history", { params }));
const won = events.find((event) => event.kind === "hand_won");
console.log(
  JSON.stringify({
    hand: won?.wins?.[0].hand,
    faan: won?.answer?.faan,
    looked: unsure.length,
    events: events.length,
    seq: state.seq,
    points: state.players.map((player) => player.points),
  }),
);
