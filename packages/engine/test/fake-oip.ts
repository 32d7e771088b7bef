import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Asked, Reply } from './fake-provider.ts';

/**
 * A server of the Open Inference Protocol v2, made from the shapes of `open_inference_rest.yaml` and of Triton's binary tensor data
 * extension: https://github.com/kserve/open-inference-protocol/tree/main/specification/protocol
 */

export const oipToken = 'oip-secret';

export const tensorMapping = {
  version: '1',
  input: { name: 'x', layout: 'NCHW', size: [2, 2], scale: 0.5, mean: [1, 2, 3], std: [1, 2, 4] },
  output: { name: 'y', activation: 'none' },
  labels: [
    { label: 'nsfw', category: 'sexual_explicit' },
    { label: 'weapon', category: 'weapons' },
    { label: 'safe', category: null },
  ],
};

/** A mapping file in a folder of its own, which goes with the test. */
export function mappingFile(mapping: unknown = tensorMapping, whenDone: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'clearframe-oip-'));
  whenDone(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'mapping.json');
  writeFileSync(path, JSON.stringify(mapping));
  return path;
}

type Tensor = { name: string; datatype: string; shape: number[] };
export type OipModel = { inputs: Tensor[]; outputs: Tensor[] };

export const oipModel = (input: Partial<Tensor> = {}, output: Partial<Tensor> = {}): OipModel => ({
  inputs: [{ name: 'x', datatype: 'FP32', shape: [-1, 3, 2, 2], ...input }],
  outputs: [{ name: 'y', datatype: 'FP32', shape: [-1, 3], ...output }],
});

export type Inference = {
  id: string;
  inputs: (Tensor & { data?: unknown[]; parameters?: { binary_data_size?: number } })[];
  outputs: { name: string; parameters: { binary_data: boolean } }[];
};

/** The JSON of a request, and what follows it. */
export function readInference({ bytes, headers }: Pick<Asked, 'bytes' | 'headers'>): { json: Inference; tensor: Buffer } {
  const head = Number(headers['inference-header-content-length'] ?? bytes.length);
  return { json: JSON.parse(bytes.subarray(0, head).toString()), tensor: bytes.subarray(head) };
}

/** Rows as a binary answer of FP32. */
export function binaryAnswer(rows: number[][], head: object, size?: number): Reply {
  const numbers = Buffer.from(Float32Array.from(rows.flat()).buffer);
  const parameters = { binary_data_size: size ?? numbers.length };
  const output = { name: 'y', datatype: 'FP32', shape: [rows.length, rows[0]?.length ?? 0], parameters };
  const json = Buffer.from(JSON.stringify({ model_name: 'm', model_version: '3', outputs: [output], ...head }));
  return {
    bytes: Buffer.concat([json, numbers]),
    headers: { 'content-type': 'application/octet-stream', 'inference-header-content-length': String(json.length) },
  };
}

/** @param rowOf the scores of the picture at that place of its request */
export function oipServer(rowOf: (place: number, json: Inference, tensor: Buffer) => number[], model: OipModel = oipModel()) {
  return (asked: Asked): Reply => {
    if (asked.headers.authorization !== `Bearer ${oipToken}`) return { status: 401, json: { error: 'unauthorized' } };
    if (!asked.path.startsWith('/v2/models/m')) return { status: 404, json: { error: 'unknown model' } };
    if (asked.method === 'GET') return { json: { name: 'm', versions: ['3'], platform: 'onnx', ...model } };
    const { json, tensor } = readInference(asked);
    const rows = Array.from({ length: json.inputs[0]?.shape[0] ?? 0 }, (_, at) => rowOf(at, json, tensor));
    const { id } = json;
    if (json.outputs[0]?.parameters.binary_data) return binaryAnswer(rows, { id });
    const output = { name: 'y', datatype: 'FP32', shape: [rows.length, rows[0]?.length ?? 0], data: rows };
    return { json: { model_name: 'm', model_version: '3', id, outputs: [output] } };
  };
}
