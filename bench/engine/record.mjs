/**
 * Records what nsfwjs says about the engine's fixtures, for the engine's parity test:
 *   cd bench/engine && npm ci && npm run record
 * `identical` is its answer for exactly the 224 × 224 bytes that the engine classifies (`sha256` is their digest),
 * `picture` its answer for the whole picture, which it resizes itself.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alignedResize } from '../../packages/engine/src/decode/aligned-resize.ts';
import { decodePicture } from '../../packages/engine/src/decode/decode-picture.ts';
import { loadNsfwjs } from './load-nsfwjs.mjs';
import { fixtures, recordedPictures } from './pictures.mjs';

const nsfwjs = await loadNsfwjs();
const pictures = {};
for (const { name, bytes } of recordedPictures()) {
  const [{ data, width, height }] = (await decodePicture(bytes)).frames;
  const small = alignedResize({ data, width, height }, 224);
  pictures[name] = {
    sha256: createHash('sha256').update(small).digest('hex'),
    identical: await nsfwjs.classify(small, 224, 224),
    picture: await nsfwjs.classify(data, width, height),
  };
}
const file = join(fixtures, 'classifier.recorded.json');
writeFileSync(
  file,
  `${JSON.stringify({ recorder: 'nsfwjs 4.4.0 MobileNetV2Mid, TensorFlow.js 4.22.0 wasm', pictures }, null, 1)}\n`,
);
console.log(`${Object.keys(pictures).length} pictures recorded`);
