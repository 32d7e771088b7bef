import type { InferenceSession, Tensor } from 'onnxruntime-node';

/**
 * Runs a model and gives the numbers of one output.
 * @param output name of the output; a model that has none of this name gives its first
 * @param feeds by the name of the input. What the model does not take is left out
 * @throws Error when the output is not finite numbers
 */
export async function runModel(
  session: InferenceSession,
  output: string,
  feeds: Readonly<Record<string, Tensor>>,
): Promise<number[]> {
  const taken = Object.entries(feeds).filter(([name]) => session.inputNames.includes(name));
  const missing = session.inputNames.filter((name) => feeds[name] === undefined);
  if (missing.length > 0) throw new Error(`takes an input that is not known: ${missing.join(', ')}`);
  const results = await session.run(Object.fromEntries(taken));
  const data = results[output in results ? output : (session.outputNames[0] ?? '')]?.data;
  if (!(data instanceof Float32Array) || !data.every(Number.isFinite)) throw new Error('gave something else than numbers');
  return [...data];
}
