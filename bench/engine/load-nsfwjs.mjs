import { join } from 'node:path';
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { load } from 'nsfwjs/core';
import { MobileNetV2MidModel } from 'nsfwjs/models/mobilenet_v2_mid';

/**
 * nsfwjs as it is published, with its MobileNetV2Mid model on TensorFlow.js's
 * wasm backend (the faster of its two without a native build).
 */
export async function loadNsfwjs() {
  setWasmPaths(join(import.meta.dirname, 'node_modules/@tensorflow/tfjs-backend-wasm/dist/'));
  await tf.setBackend('wasm');
  await tf.ready();
  const { info } = console;
  console.info = () => {};
  const model = await load('MobileNetV2Mid', { modelDefinitions: [MobileNetV2MidModel] });
  console.info = info;

  /** @returns probabilities by lower-case class name, of RGB bytes in any size */
  async function classify(data, width, height) {
    const picture = tf.tensor3d(data, [height, width, 3], 'int32');
    const classes = await model.classify(picture);
    picture.dispose();
    return Object.fromEntries(classes.map(({ className, probability }) => [className.toLowerCase(), probability]));
  }
  return { classify, backend: tf.getBackend() };
}
