// The networks on this phone, in a worker: opened with what was fetched, asked frame by frame, closed with the camera.

import { fetchParts } from "../api/parts.js";
import { workerClient } from "../api/worker-client.js";

/** @import { PartList, PhoneNetworks } from "../types" */

/**
 * Opens the networks, or raises why not.
 * @param {PartList} told @param {{ onProgress: (progress: number) => void, signal: AbortSignal }} given
 * @returns {Promise<PhoneNetworks>}
 */
export async function openNetworks(told, { onProgress, signal }) {
  const files = await fetchParts("camera", told, { onProgress, signal });
  const { ask, close } = workerClient(
    new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "networks" }),
  );
  signal.addEventListener("abort", close);
  const parts = {
    runtime: told.parts["runtime.mjs"].address,
    wasm: files["runtime.wasm"],
    detector: files["detector.onnx"],
    classifier: files["classifier.onnx"],
    roles: files["roles.onnx"],
    told: { detector: told.detector, classifier: told.classifier },
  };
  try {
    await ask("start", parts, [parts.wasm, parts.detector, parts.classifier, parts.roles]);
  } catch (problem) {
    close();
    throw problem;
  }
  // Pixels go there and back in one buffer: those of a frame itself, once handed over, are not freed for minutes.
  let spare = new ArrayBuffer(0);
  return {
    async look({ data, width, height }, side, part) {
      const buffer = spare.byteLength === data.byteLength ? spare : new ArrayBuffer(data.byteLength);
      new Uint8ClampedArray(buffer).set(data);
      const { buffer: back, ...look } = await ask("see", { data: buffer, width, height, side, part }, [buffer]);
      spare = back;
      return look;
    },
    close,
  };
}
