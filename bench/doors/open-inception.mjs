import { Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { modelSession } from '../../packages/engine/src/onnx/model-session.ts';
import { inceptionModel, inceptionSize } from './inception.mjs';

/** InceptionV3 in this process: a file becomes its input, and the input five probabilities. */
export async function openInception() {
  const session = await modelSession(await inceptionModel());
  return {
    async prepare(bytes) {
      const small = sharp(bytes).resize(inceptionSize, inceptionSize, { fit: 'fill' }).flatten({ background: '#fff' });
      const pixels = await small.toColourspace('srgb').raw().toBuffer();
      return Float32Array.from(pixels, (byte) => byte / 255);
    },
    async classify(input) {
      const { output } = await session.run({ input: new Tensor('float32', input, [1, inceptionSize, inceptionSize, 3]) });
      return [...output.data];
    },
  };
}
