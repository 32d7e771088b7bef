import type { RawClasses } from '@clearframe/contract';

/** The built-in classifier, by the name that other servers of models know. */
export const modelName = 'clearframe-mid';
export const modelVersion = '1';
const labels = ['Drawing', 'Hentai', 'Neutral', 'Porn', 'Sexy'];

/** What a client compares before it asks. Clients take every input that is listed for needed, so `pixels` stands in the guide alone. */
export const modelMetadata = {
  name: modelName,
  versions: [modelVersion],
  platform: 'onnx',
  inputs: [{ name: 'image', datatype: 'BYTES', shape: [-1] }],
  outputs: [{ name: 'scores', datatype: 'FP32', shape: [-1, labels.length] }],
  parameters: { labels },
};

type Answer = { headers: Record<string, string>; body: Buffer };

/** Five numbers a picture, in the order of the labels, as JSON or behind it as FP32. */
export function answerOf(rows: readonly RawClasses[], { id, isBinary }: { id: string | undefined; isBinary: boolean }): Answer {
  const data = rows.flatMap(({ drawing, hentai, neutral, porn, sexy }) => [drawing, hentai, neutral, porn, sexy]);
  const output = { name: 'scores', datatype: 'FP32', shape: [rows.length, labels.length] };
  const told = {
    model_name: modelName,
    model_version: modelVersion,
    ...(id === undefined ? {} : { id }),
    parameters: { labels },
  };
  if (!isBinary) {
    const body = Buffer.from(JSON.stringify({ ...told, outputs: [{ ...output, data }] }));
    return { headers: { 'content-type': 'application/json; charset=utf-8' }, body };
  }
  const tensor = Buffer.alloc(data.length * 4);
  data.forEach((value, place) => void tensor.writeFloatLE(value, place * 4));
  const outputs = [{ ...output, parameters: { binary_data_size: tensor.length } }];
  const json = Buffer.from(JSON.stringify({ ...told, outputs }));
  const headers = { 'content-type': 'application/octet-stream', 'inference-header-content-length': String(json.length) };
  return { headers, body: Buffer.concat([json, tensor]) };
}
