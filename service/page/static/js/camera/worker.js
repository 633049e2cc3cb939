// Names the tiles of frames, beside the page: a worker of its own, so that the page answers a tap meanwhile.
//
// The page sends what the networks are made of once, then frames; each is answered before the next is sent.

import { answerCalls } from "../api/worker-client.js";
import { advise } from "./condition.js";
import { knownNow, stillKnown } from "./known-tiles.js";
import { classify, cutOutAll, detect, NOT_A_TILE } from "./networks.js";
import { turned } from "./quads.js";
import { areOwn } from "./roles.js";

/** @import { Box, KnownTile, Network, RolesNetwork } from "../types" */

/** @type {{ detector: Network, classifier: Network, roles: RolesNetwork, told: any } | null} */
let networks = null;
/** @type {KnownTile[]} */
let known = [];

/**
 * What a network is fed with is freed at once: a long evening takes no more memory than a moment.
 * @param {any} runtime @param {ArrayBuffer} file @returns {Promise<Network>}
 */
async function open(runtime, file) {
  const session = await runtime.InferenceSession.create(new Uint8Array(file), { executionProviders: ["wasm"] });
  return async (data, dims) => {
    const fed = new runtime.Tensor("uint8", data, dims);
    return session.run({ [session.inputNames[0]]: fed });
  };
}

/** @param {any} runtime @param {ArrayBuffer} file @returns {Promise<RolesNetwork>} */
async function openRoles(runtime, file) {
  const session = await runtime.InferenceSession.create(new Uint8Array(file), { executionProviders: ["wasm"] });
  return async (fed) => {
    const tensors = Object.entries(fed).map(([name, { data, dims }]) => [
      name,
      new runtime.Tensor("float32", data, dims),
    ]);
    return session.run(Object.fromEntries(tensors), ["roles"]);
  };
}

/**
 * @param {{ runtime: string, wasm: ArrayBuffer, detector: ArrayBuffer, classifier: ArrayBuffer, roles: ArrayBuffer, told: any }} given
 */
async function start({ runtime: address, wasm, detector, classifier, roles, told }) {
  const runtime = await import(address);
  runtime.env.wasm.numThreads = 1; // more need headers that keep photos of others out, and fail on iPhones
  runtime.env.wasm.wasmBinary = wasm;
  networks = {
    detector: await open(runtime, detector),
    classifier: await open(runtime, classifier),
    roles: await openRoles(runtime, roles),
    told,
  };
}

/** @param {{ data: ArrayBuffer, width: number, height: number, side?: number, part?: Box | null }} given */
async function see({ data, width, height, side, part }) {
  if (!networks) throw new Error("The networks are not there yet.");
  const { detector, classifier, roles, told } = networks;
  const frame = { data: new Uint8ClampedArray(data), width, height, step: 4 };
  const begun = performance.now();
  const found = await detect(detector, frame, { ...told.detector, side: side ?? told.detector.side, part });
  const detected = performance.now();
  const quads = found.map(({ quad }) => quad);
  const before = stillKnown(quads, known);
  const fresh = quads.filter((_, k) => !before[k]);
  const batch = cutOutAll(frame, fresh, told.classifier.size);
  const cut = performance.now();
  const names = fresh.length ? await classify(classifier, batch, told.classifier) : [];
  known = knownNow(quads, before, names);
  const named = performance.now();
  const sights = known.map(({ quad, name: { code, turns, faces, steady } }, k) => ({
    quad: turned(quad, turns),
    names: faces,
    found: found[k].confidence,
    steady,
    isKept: code !== NOT_A_TILE,
  }));
  const own = await areOwn(roles, sights, [width, height]);
  const placed = performance.now();
  const tiles = known.flatMap(({ name: { code, confidence } }, k) =>
    sights[k].isKept ? [{ code, confidence, quad: sights[k].quad, isOwn: own[k] }] : [],
  );
  const advice = advise(frame, quads, { batch, count: fresh.length, size: told.classifier.size });
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
