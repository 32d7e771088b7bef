import { Tensor } from 'onnxruntime-node';
import { modelSession } from '../onnx/model-session.ts';

/** Side of the square picture that the classifier takes, in pixels. */
export const CLASSIFIER_SIZE = 224;

/** Probabilities 0…1 of the five classes; they add up to 1. */
export type ClassProbabilities = { drawing: number; hentai: number; neutral: number; porn: number; sexy: number };

export type Classifier = {
  /** @param pixels RGB bytes, row by row, of a picture of 224 × 224 */
  classify(pixels: Uint8Array): Promise<ClassProbabilities>;
  close(): Promise<void>;
};

/**
 * Loads a converted classifier.
 * A first picture is classified at once, so that a damaged model file fails here and not at a customer's upload.
 * @param model the bytes of `convertClassifier`
 * @throws Error when the model cannot be loaded or run. `classify` blocks the process that calls it for about 8 ms.
 */
export async function createClassifier(model: Uint8Array): Promise<Classifier> {
  const session = await modelSession(model);

  async function classify(pixels: Uint8Array): Promise<ClassProbabilities> {
    const input = new Tensor('uint8', pixels, [1, CLASSIFIER_SIZE, CLASSIFIER_SIZE, 3]);
    const { output } = await session.run({ input });
    if (!(output?.data instanceof Float32Array)) throw new Error('The classifier gave no probabilities');
    return readProbabilities(output.data);
  }

  await classify(new Uint8Array(CLASSIFIER_SIZE * CLASSIFIER_SIZE * 3));
  return { classify, close: () => session.release() };
}

/** A sum that is not 1 (a number that is none included) must never become a verdict. */
function readProbabilities(data: Float32Array): ClassProbabilities {
  const [drawing, hentai, neutral, porn, sexy, ...more] = data;
  if (drawing === undefined || hentai === undefined || neutral === undefined || porn === undefined || sexy === undefined) {
    throw new Error(`The classifier gave ${data.length} probabilities instead of 5`);
  }
  const sum = drawing + hentai + neutral + porn + sexy;
  if (more.length > 0 || !(Math.abs(sum - 1) < 1e-3)) throw new Error('The classifier gave numbers that are no probabilities');
  return { drawing, hentai, neutral, porn, sexy };
}
