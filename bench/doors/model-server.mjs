/** A model server of the Open Inference Protocol with the least around its model: our classifier, binary tensors, nobody asked. */
import Fastify from 'fastify';
import { createClassifier } from '../../packages/engine/src/classifier/classifier.ts';
import { convertClassifier } from '../../packages/engine/src/classifier/convert-classifier.ts';

const classifier = await createClassifier(await convertClassifier());
const app = Fastify({ bodyLimit: 50_000_000 });
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
app.get('/v2/models/bench', async () => ({
  name: 'bench',
  versions: ['1'],
  platform: 'onnxruntime',
  inputs: [{ name: 'x', datatype: 'UINT8', shape: [-1, 224, 224, 3] }],
  outputs: [{ name: 'y', datatype: 'FP32', shape: [-1, 5] }],
}));
app.post('/v2/models/bench/infer', async ({ headers, body }, reply) => {
  const length = Number(headers['inference-header-content-length']);
  const { id } = JSON.parse(body.subarray(0, length));
  const { drawing, hentai, neutral, porn, sexy } = await classifier.classify(new Uint8Array(body.subarray(length)));
  const scores = Buffer.from(Float32Array.of(drawing, hentai, neutral, porn, sexy).buffer);
  const described = { name: 'y', datatype: 'FP32', shape: [1, 5], parameters: { binary_data_size: scores.length } };
  const head = Buffer.from(JSON.stringify({ id, model_name: 'bench', model_version: '1', outputs: [described] }));
  return reply
    .header('inference-header-content-length', head.length)
    .type('application/octet-stream')
    .send(Buffer.concat([head, scores]));
});
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
process.once('message', () => process.exit(0));
process.send({ origin });
