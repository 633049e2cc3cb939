// The networks on this phone, which run in a worker while the camera is open.

import { fetchParts } from "../api/parts.js";
import { workerClient } from "../api/worker-client.js";

/** @import { PartList, PhoneNetworks } from "../types" */

/**
 * Download and open the networks; throw if that fails.
 * @param {PartList} list @param {{ onProgress: (progress: number) => void, signal: AbortSignal }} given
 * @returns {Promise<PhoneNetworks>}
 */
export async function openNetworks(list, { onProgress, signal }) {
  const files = await fetchParts("camera", list, { onProgress, signal });
  const { ask, close } = workerClient(
    new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "networks" }),
  );
  signal.addEventListener("abort", close);
  const parts = {
    runtime: list.parts["runtime.mjs"].address,
    wasm: files["runtime.wasm"],
    detector: files["detector.onnx"],
    classifier: files["classifier.onnx"],
    roles: files["roles.onnx"],
    settings: { detector: list.detector, classifier: list.classifier },
  };
  try {
    await ask("start", parts, [parts.wasm, parts.detector, parts.classifier, parts.roles]);
  } catch (problem) {
    close();
    throw problem;
  }
  // One buffer goes there and back: the buffers of frames, once transferred, are not freed for minutes.
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
