// The packages that import the engine compile it too, and would not find the declaration by themselves.
/// <reference path="./webassembly.d.ts" />
/** Reads the manifest of one file and ends: nothing of a hostile one is left for the next. */
import { parentPort, workerData } from 'node:worker_threads';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';

export type ReaderInput = { module: WebAssembly.Module; mimeType: string; bytes: Uint8Array; trustList: string | null };
/** `begun`: it is loaded, and its time runs. */
export type ReaderSaid = { begun: true } | { json: string } | { failed: string };

const input: ReaderInput = workerData;
const say = (said: ReaderSaid) => parentPort?.postMessage(said);

/** Manifests and lists elsewhere are never fetched. What the settings miss finds no way out: neither here nor in the process around it. */
const settings = (trustList: string | null) => ({
  verify: { verify_trust: true, verify_timestamp_trust: true, ocsp_fetch: false, remote_manifest_fetch: false },
  ...(trustList === null ? {} : { trust: { user_anchors: trustList } }),
});
Object.assign(globalThis, { fetch: () => Promise.reject(new Error('Nothing is fetched here')) });

try {
  initSync({ module: input.module });
  say({ begun: true });
  const reader = await WasmReader.fromBytes(input.mimeType, input.bytes, JSON.stringify(settings(input.trustList)));
  say({ json: reader.json() });
} catch (error) {
  say({ failed: String(error).slice(0, 200) });
}
