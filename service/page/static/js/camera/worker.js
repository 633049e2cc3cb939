// Names the tiles of frames in a worker, so that the page can answer taps meanwhile.
//
// The page sends the networks once and then frames, each after the answer to the one before.

import { answerCalls } from "../api/worker-client.js";
import { advise, brighten } from "./condition.js";
import { matchKnown, updateKnown } from "./known-tiles.js";
import { classify, cutOutAll, detect, NOT_A_TILE } from "./networks.js";
import { rotateCorners } from "./quads.js";
import { handMask } from "./roles.js";

/** @import { Box, KnownTile, Network, RolesNetwork } from "../types" */

/** @type {{ detector: Network, classifier: Network, roles: RolesNetwork, settings: any } | null} */
let networks = null;
/** @type {KnownTile[]} */
let known = [];

/** Return a network. @param {any} runtime @param {ArrayBuffer} file @returns {Promise<Network>} */
async function openNetwork(runtime, file) {
  const session = await runtime.InferenceSession.create(new Uint8Array(file), { executionProviders: ["wasm"] });
  return async (data, dims) => {
    return session.run({ [session.inputNames[0]]: new runtime.Tensor("uint8", data, dims) });
  };
}

/** @param {any} runtime @param {ArrayBuffer} file @returns {Promise<RolesNetwork>} */
async function openRoles(runtime, file) {
  const session = await runtime.InferenceSession.create(new Uint8Array(file), { executionProviders: ["wasm"] });
  return async (inputs) => {
    const tensors = Object.entries(inputs).map(([name, { data, dims }]) => [
      name,
      new runtime.Tensor("float32", data, dims),
    ]);
    return session.run(Object.fromEntries(tensors), ["roles"]);
  };
}

/**
 * @param {{ runtime: string, wasm: ArrayBuffer, detector: ArrayBuffer, classifier: ArrayBuffer, roles: ArrayBuffer, settings: any }} given
 */
async function start({ runtime: address, wasm, detector, classifier, roles, settings }) {
  const runtime = await import(address);
  runtime.env.wasm.numThreads = 1; // more need headers that block pictures of other hosts, and fail on iPhones
  runtime.env.wasm.wasmBinary = wasm;
  networks = {
    detector: await openNetwork(runtime, detector),
    classifier: await openNetwork(runtime, classifier),
    roles: await openRoles(runtime, roles),
    settings,
  };
}

/** @param {{ data: ArrayBuffer, width: number, height: number, side?: number, part?: Box | null }} given */
async function see({ data, width, height, side, part }) {
  if (!networks) throw new Error("The networks are not open yet.");
  const { detector, classifier, roles, settings } = networks;
  const frame = { data: new Uint8ClampedArray(data), width, height, step: 4 };
  const begun = performance.now();
  const gain = brighten(frame);
  const found = await detect(detector, frame, { ...settings.detector, side: side ?? settings.detector.side, part });
  const detected = performance.now();
  const quads = found.map(({ quad }) => quad);
  const before = matchKnown(quads, known);
  const fresh = quads.filter((_, k) => !before[k]);
  const batch = cutOutAll(frame, fresh, settings.classifier.size);
  const cut = performance.now();
  const names = fresh.length ? await classify(classifier, batch, settings.classifier) : [];
  known = updateKnown(quads, before, names);
  const named = performance.now();
  const sights = known.map(({ quad, name: { code, turns, faces, steady } }, k) => ({
    quad: rotateCorners(quad, turns),
    names: faces,
    found: found[k].confidence,
    steady,
    isKept: code !== NOT_A_TILE,
  }));
  const own = await handMask(roles, sights, [width, height]);
  const placed = performance.now();
  const tiles = known.flatMap(({ name: { code, confidence } }, k) =>
    sights[k].isKept ? [{ code, confidence, quad: sights[k].quad, isOwn: own[k] }] : [],
  );
  const advice = advise(frame, quads, { batch, count: fresh.length, size: settings.classifier.size, gain });
  const ms = {
    detect: detected - begun,
    cut: cut - detected,
    classify: named - cut,
    roles: placed - named,
    advise: performance.now() - placed,
  };
  return { tiles, size: [width, height], advice, ms, buffer: data };
}

answerCalls({ start, see });
