import { Tensor } from 'onnxruntime-node';
import type { Pixels } from '../decode/pixels.ts';
import { modelSession } from '../onnx/model-session.ts';
import { type Reading, readClasses } from './read-classes.ts';
import { LINE_HEIGHT } from './straighten.ts';

export type TextRecogniser = {
  /** @param line a level line of writing, 48 pixels high */
  read(line: Pixels): Promise<Reading>;
  close(): Promise<void>;
};

/**
 * An empty line is read at once, so that a model and a list that do not belong together fail here.
 * @throws Error when the model cannot be loaded or has another number of classes. `read` blocks the process that calls it.
 */
export async function createTextRecogniser(model: Uint8Array, characters: readonly string[]): Promise<TextRecogniser> {
  // Lines differ in length: memory that is kept for the longest would stay for good.
  const session = await modelSession(model, { keepMemory: false });
  const [inputName = ''] = session.inputNames;
  const [outputName = ''] = session.outputNames;

  async function read({ data, width }: Pixels): Promise<Reading> {
    const input = new Tensor('float32', toPlanes(data, width * LINE_HEIGHT), [1, 3, LINE_HEIGHT, width]);
    const output = (await session.run({ [inputName]: input }))[outputName];
    if (!(output?.data instanceof Float32Array) || output.dims[2] !== characters.length) {
      throw new Error('The text recogniser and its list of characters do not belong together');
    }
    return readClasses(output.data, characters);
  }
  await read({ data: new Uint8Array(LINE_HEIGHT * LINE_HEIGHT * 3), width: LINE_HEIGHT, height: LINE_HEIGHT });
  return { read, close: () => session.release() };
}

/** Bytes 0…255 of pixels to one plane -1…1 a channel. */
function toPlanes(bytes: Uint8Array, count: number): Float32Array {
  const planes = new Float32Array(3 * count);
  for (let channel = 0; channel < 3; channel++) {
    for (let at = 0; at < count; at++) planes[channel * count + at] = (bytes[at * 3 + channel] ?? 0) / 127.5 - 1;
  }
  return planes;
}
