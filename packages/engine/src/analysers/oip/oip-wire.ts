import { z } from 'zod';
import { AnalyserError } from '../analyser.ts';
import { parseJson, readAnswer } from '../send-json.ts';
import type { OipMapping } from './oip-mapping.ts';
import type { OipPlan } from './oip-plan.ts';
import { bytesOf, readNumbers, toTensor } from './oip-tensor.ts';

const lengthHeader = 'inference-header-content-length';

type Request = { headers: Record<string, string>; body: Uint8Array };
/** What is asked, by an id that the answer repeats. */
type Question = { id: string; mapping: OipMapping; plan: OipPlan; binary: boolean };

/**
 * The request of one inference, with the tensor behind the JSON (the binary extension) or inside it.
 * @param pictures pixels in the mapping's size, or whole JPEGs where the layout is `encoded`
 */
export function encodeRequest(pictures: readonly Uint8Array[], { id, mapping, plan, binary }: Question): Request {
  const { input, output } = mapping;
  const outputs = [{ name: output.name, parameters: { binary_data: binary } }];
  const [tensor, shape] =
    input.layout === 'encoded' || plan.datatype === 'BYTES'
      ? [null, plan.column ? [pictures.length, 1] : [pictures.length]]
      : [toTensor(pictures, input, plan.datatype), shapeOf(pictures.length, input)];
  const described = { name: input.name, datatype: plan.datatype, shape };
  if (!binary) {
    const data = tensor === null ? pictures.map((bytes) => Buffer.from(bytes).toString('base64')) : [...tensor];
    const body = Buffer.from(JSON.stringify({ id, inputs: [{ ...described, data }], outputs }));
    return { headers: { 'content-type': 'application/json' }, body };
  }
  const data = tensor === null ? Buffer.concat(pictures.flatMap((bytes) => [lengthOf(bytes), bytes])) : bytesOf(tensor);
  const inputs = [{ ...described, parameters: { binary_data_size: data.length } }];
  const head = Buffer.from(JSON.stringify({ id, inputs, outputs }));
  return {
    headers: { 'content-type': 'application/octet-stream', [lengthHeader]: String(head.length) },
    body: Buffer.concat([head, data]),
  };
}

const shapeOf = (count: number, { layout, size: [width, height] }: { layout: 'NCHW' | 'NHWC'; size: [number, number] }) =>
  layout === 'NCHW' ? [count, 3, height, width] : [count, height, width, 3];

/** An element of BYTES follows its length in four bytes. */
function lengthOf(bytes: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return length;
}

const Answer = z.object({
  id: z.string().optional(),
  model_version: z.string().max(200).optional(),
  outputs: z
    .array(
      z.object({
        name: z.string(),
        datatype: z.string(),
        shape: z.array(z.coerce.number().int().min(0)).max(8),
        parameters: z.looseObject({ binary_data_size: z.int().min(0).optional() }).optional(),
        data: z.unknown().optional(),
      }),
    )
    .max(100),
});

/**
 * The rows of an answer: one for each picture, one number for each label.
 * @throws AnalyserError `garbage` for whatever is not exactly that
 */
export function decodeAnswer(
  { bytes, status, headers }: { bytes: Buffer; status: number; headers: Headers },
  { count, id, mapping }: Pick<Question, 'id' | 'mapping'> & { count: number },
): { rows: number[][]; modelVersion: string | null } {
  const head = headLength(headers.get(lengthHeader), bytes.length);
  const json = parseJson(bytes.subarray(0, head));
  if (json === undefined) garbage('with something other than JSON');
  const answer = readAnswer(Answer, json, status);
  if (answer.id !== undefined && answer.id !== '' && answer.id !== id) garbage('another question');
  let at = head;
  let found: number[] | null = null;
  let seen = 0;
  for (const { name, datatype, shape, parameters, data } of answer.outputs) {
    const size = parameters?.binary_data_size;
    const part = size === undefined ? null : bytes.subarray(at, at + size);
    if (part && part.length !== size) garbage('with fewer bytes than it says');
    at += size ?? 0;
    if (name !== mapping.output.name) continue;
    seen += 1;
    if (shape.length !== 2 || shape[0] !== count || shape[1] !== mapping.labels.length)
      garbage(`with the shape [${shape.join(', ')}] for ${count} pictures and ${mapping.labels.length} labels`);
    found = part ? readNumbers(part, datatype) : flat(data);
  }
  if (seen !== 1) garbage(`with the output ${seen} times`);
  const numbers = found ?? [];
  if (numbers.length !== count * mapping.labels.length || !numbers.every(Number.isFinite))
    garbage('with other numbers than it says');
  const rows = Array.from({ length: count }, (_, row) =>
    numbers.slice(row * mapping.labels.length, (row + 1) * mapping.labels.length),
  );
  return { rows, modelVersion: answer.model_version ?? null };
}

function headLength(header: string | null, length: number): number {
  if (header === null) return length;
  if (!/^\d{1,9}$/.test(header) || Number(header) > length) garbage('with a wrong length of its header');
  return Number(header);
}

/** Data of JSON may be nested as the shape is, or flat. null = it holds something else than numbers. */
function flat(data: unknown): number[] | null {
  if (!Array.isArray(data)) return null;
  const numbers: unknown[] = data.flat(2);
  return numbers.every((value) => typeof value === 'number') ? numbers : null;
}

function garbage(what: string): never {
  throw new AnalyserError('garbage', `answered ${what}`);
}
