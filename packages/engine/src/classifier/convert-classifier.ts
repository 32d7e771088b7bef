import { MobileNetV2MidModel } from 'nsfwjs/models/mobilenet_v2_mid';
import { joinBytes } from '../onnx/protobuf-writer.ts';
import { convertGraph } from './convert-graph.ts';
import { readGraph } from './graph-definition.ts';
import { dig } from './read-json.ts';
import { readWeights } from './read-weights.ts';

/**
 * Converts the classifier that the package nsfwjs carries (MobileNetV2Mid) to ONNX. Takes about half a second.
 * The weights are converted where the product runs and are never part of it.
 * @returns an ONNX file of 17 MB: uint8 [1, 224, 224, 3] RGB → float32 [1, 5] probabilities
 * @throws Error when the installed package carries another graph than the converter knows
 */
export async function convertClassifier(): Promise<Uint8Array> {
  const model: unknown = (await MobileNetV2MidModel.modelJson()).default;
  const files = await Promise.all(MobileNetV2MidModel.weightBundles.map(async (load) => decodeBase64((await load()).default)));
  const weights = readWeights(dig(model, 'weightsManifest'), joinBytes(files));
  return convertGraph(readGraph(dig(model, 'modelTopology')), weights);
}

function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'base64'));
}
