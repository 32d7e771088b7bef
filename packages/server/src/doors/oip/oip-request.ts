import { deflateSync } from 'node:zlib';
import { AppError } from '@clearframe/contract';
import { z } from 'zod';
import { rgbToPng } from '../shared/rgb-to-png.ts';

const side = 224;
const picturesMax = 16;
const pixelsBytes = side * side * 3;

const parameters = z.looseObject({ binary_data_size: z.int().min(0).optional() }).optional();
const Input = z.object({
  name: z.string(),
  shape: z.array(z.int().min(1)).min(1).max(4),
  datatype: z.string(),
  parameters,
  // Millions of numbers: looked at once, by who reads them.
  data: z.custom<unknown[]>((value) => Array.isArray(value)).optional(),
});
const Output = z.object({ name: z.string(), parameters: z.looseObject({ binary_data: z.boolean().optional() }).optional() });
const Request = z.object({
  id: z.string().max(1_000).optional(),
  inputs: z.array(Input).length(1, 'Send one input'),
  outputs: z.array(Output).optional(),
  parameters: z.looseObject({ binary_data_output: z.boolean().optional() }).optional(),
});
type Input = z.infer<typeof Input>;

export type OipRequest = { id: string | undefined; pictures: Buffer[]; isBinary: boolean };

const wrong = (message: string) => new AppError('validation_failed', { message });

/** A name that somebody sent, as a sentence shows it. */
export const quoted = (name: unknown): string => JSON.stringify(String(name).slice(0, 100));

/** As many as {@link picturesMax} pictures have in JSON, and what stands around them. */
const valuesMax = picturesMax * pixelsBytes + 10_000;
const [comma, bracket, brace] = [0x2c, 0x5b, 0x7b];

/** Reading millions of values takes the process a second, so they are counted first. Commas inside of texts count too. */
function requireFew(json: Buffer): void {
  let values = 0;
  // By index: an iterator takes six times as long, and nobody else is served meanwhile.
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === comma || byte === bracket || byte === brace) values += 1;
    if (values > valuesMax) throw wrong('The JSON holds more values than any request needs');
  }
}

/** The JSON of a body, and the tensors behind it. */
function split(body: Buffer, jsonBytes: string | undefined): { json: unknown; tensors: Buffer | null } {
  const length = jsonBytes === undefined ? body.length : Number(jsonBytes);
  if (!Number.isInteger(length) || length < 1 || length > body.length)
    throw wrong('Inference-Header-Content-Length does not fit the body');
  requireFew(body.subarray(0, length));
  try {
    const json: unknown = JSON.parse(body.subarray(0, length).toString('utf8'));
    return { json, tensors: jsonBytes === undefined ? null : body.subarray(length) };
  } catch {
    throw new AppError('malformed_body', { message: 'The body is no JSON' });
  }
}

/** Elements of datatype BYTES: each with its length before it, in four bytes, the lowest first. */
function elementsOf(raw: Buffer, count: number): Buffer[] {
  const found: Buffer[] = [];
  let at = 0;
  for (; at + 4 <= raw.length && found.length < count; ) {
    const end = at + 4 + raw.readUInt32LE(at);
    if (end > raw.length) break;
    found.push(raw.subarray(at + 4, end));
    at = end;
  }
  if (found.length !== count || at !== raw.length)
    throw wrong('The binary data does not hold as many elements as the shape says');
  return found;
}

const Base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);

/** Whole files, as they are stored. */
function filesOf({ shape, data }: Input, raw: Buffer | null): Buffer[] {
  const [count = 0] = shape;
  if (shape.length !== 1) throw wrong('image has the shape [N]');
  if (raw) return elementsOf(raw, count);
  const texts = z.array(Base64).length(count).safeParse(data);
  if (!texts.success) throw wrong('data of image is a list of base64, as long as the shape says');
  return texts.data.map((text) => Buffer.from(text, 'base64'));
}

const isByte = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;

/** Pixels of {@link side} × {@link side}, red, green and blue, as files that a decoder reads. */
function pixelsOf({ shape, data }: Input, raw: Buffer | null): Buffer[] {
  const [count = 0, height, width, channels] = shape;
  if (shape.length !== 4 || height !== side || width !== side || channels !== 3)
    throw wrong(`pixels has the shape [N, ${side}, ${side}, 3]`);
  let bytes = raw;
  if (!bytes) {
    const values = Array.isArray(data?.[0]) ? data.flat(3) : (data ?? []);
    if (values.length !== count * pixelsBytes || !values.every(isByte))
      throw wrong('data of pixels is a list of bytes, as long as the shape says');
    bytes = Buffer.from(values);
  }
  if (bytes.length !== count * pixelsBytes) throw wrong('The binary data is not as long as the shape says');
  return Array.from({ length: count }, (_, place) => {
    const own = bytes.subarray(place * pixelsBytes, (place + 1) * pixelsBytes);
    // A row at once: its first place is where it begins.
    const copy = ({ x, y, row, to }: { x: number; y: number; row: Buffer; to: number }) => {
      if (x === 0) own.copy(row, to, y * side * 3, (y + 1) * side * 3);
    };
    return rgbToPng({ width: side, height: side }, copy, (all) => deflateSync(all, { level: 1 }));
  });
}

const readers = new Map([
  ['image BYTES', filesOf],
  ['pixels UINT8', pixelsOf],
]);

/**
 * What is to be judged. Source: the Open Inference Protocol v2, and its extension for binary tensors.
 * @param jsonBytes the header Inference-Header-Content-Length
 * @throws AppError validation_failed, malformed_body
 */
export function readOipRequest(body: Buffer, jsonBytes: string | undefined): OipRequest {
  const { json, tensors } = split(body, jsonBytes);
  const { data: asked, error } = Request.safeParse(json);
  if (!asked) {
    const [first] = error.issues;
    throw wrong(`${first?.path.join('.') || 'The request'}: ${first?.message ?? 'This value is not accepted'}`);
  }
  const [input] = asked.inputs;
  const [count = 0] = input?.shape ?? [];
  if (!input || count > picturesMax) throw wrong(`Send at most ${picturesMax} pictures`);
  const size = input.parameters?.binary_data_size;
  if ((size === undefined) === (input.data === undefined)) throw wrong('Send the input either as data or as binary data');
  if (size !== undefined && size !== tensors?.length) throw wrong('binary_data_size does not fit the body');
  const raw = size === undefined ? null : tensors;
  const other = asked.outputs?.find(({ name }) => name !== 'scores');
  if (other) throw wrong(`There is no output ${quoted(other.name)}. Use scores.`);
  const isBinary = asked.outputs?.[0]?.parameters?.binary_data ?? asked.parameters?.binary_data_output ?? false;
  const read = readers.get(`${input.name} ${input.datatype}`);
  if (!read) throw wrong('The input is image of datatype BYTES, or pixels of datatype UINT8');
  return { id: asked.id, pictures: read(input, raw), isBinary };
}
