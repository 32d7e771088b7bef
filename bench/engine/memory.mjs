/** What an analysis process takes of memory with every local model loaded: `node bench/engine/memory.mjs`. See README.md. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { convertClassifier } from '../../packages/engine/src/index.ts';
import { encodeModel } from '../../packages/engine/src/onnx/onnx-model.ts';

const fixture = (name) => join(import.meta.dirname, '../../packages/engine/fixtures', name);
const folder = mkdtempSync(join(tmpdir(), 'clearframe-memory-'));

/** A classifier with as many numbers as a ViT-Base has (86 million, 344 MB), in twelve layers of its width; they mean nothing. */
function largeModel() {
  const layers = Array.from({ length: 12 }, (_, index) => index);
  const matrix = (name, rows, columns) => ({
    name,
    type: 'float32',
    shape: [rows, columns],
    data: Float32Array.from(
      { length: rows * columns },
      (_, at) => ((at * 2_654_435_761 + name.length * 97 + name.charCodeAt(name.length - 1)) % 1_000) * 1e-7,
    ),
  });
  const operation = (operator, inputs, output) => ({ operator, inputs, output, attributes: {} });
  return encodeModel({
    nodes: [
      {
        ...operation('AveragePool', ['pixel_values'], 'pooled'),
        attributes: { kernel_shape: { ints: [14, 14] }, strides: { ints: [14, 14] } },
      },
      { ...operation('Flatten', ['pooled'], 'layer0'), attributes: { axis: { int: 1 } } },
      ...layers.flatMap((layer) => [
        operation('MatMul', [`layer${layer}`, `up${layer}`], `wide${layer}`),
        operation('MatMul', [`wide${layer}`, `down${layer}`], `layer${layer + 1}`),
      ]),
      operation('MatMul', ['layer12', 'head'], 'logits'),
    ],
    constants: [
      ...layers.flatMap((layer) => [matrix(`up${layer}`, 768, 4667), matrix(`down${layer}`, 4667, 768)]),
      matrix('head', 768, 2),
    ],
    inputs: [{ name: 'pixel_values', type: 'float32', shape: [1, 3, 224, 224] }],
    outputs: [{ name: 'logits', type: 'float32', shape: [1, 2] }],
  });
}

function writeModel(name) {
  const model = join(folder, name);
  mkdirSync(model);
  writeFileSync(join(model, 'model.onnx'), largeModel());
  writeFileSync(join(model, 'config.json'), JSON.stringify({ id2label: { 0: 'normal', 1: 'nsfw' } }));
  writeFileSync(join(model, 'preprocessor_config.json'), JSON.stringify({ size: 224 }));
  return model;
}

async function measure(classifier, folders, files) {
  const env = { ...process.env, MALLOC_ARENA_MAX: '1' };
  const child = fork(join(import.meta.dirname, 'memory-side.mjs'), [classifier, folders, ...files], { env });
  const [answer] = await once(child, 'message');
  return answer;
}

try {
  const classifier = join(folder, 'classifier.onnx');
  writeFileSync(classifier, await convertClassifier());
  const large = join(folder, '12-megapixels.jpg');
  await sharp(fixture('text/camera.webp')).resize(4000, 3000, { fit: 'fill' }).jpeg().toFile(large);
  const files = [
    fixture('formats/pears.jpg'),
    fixture('text/camera.webp'),
    fixture('text/service.webp'),
    fixture('formats/pears.heic'),
    large,
  ];
  const models = [writeModel('first'), writeModel('second')];
  console.table({
    'built-in: classifier, text detector, text recogniser': await measure(classifier, '', files),
    'and a classifier of 86 million numbers': await measure(classifier, models[0], files),
    'and two of them': await measure(classifier, models.join(','), files),
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
