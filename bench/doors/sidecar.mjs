/** A detector for Misskey as its own is built: a form, sharp, InceptionV3 on ONNX Runtime, one thread. It stores nothing, asks nobody. */
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { openInception } from './open-inception.mjs';

const { classify, prepare } = await openInception();
const app = Fastify();
await app.register(multipart, { limits: { fileSize: 1_048_576 } });
app.post('/v1/detect-images', async (request) => {
  const results = [];
  for await (const part of request.files()) {
    const numbers = await classify(await prepare(await part.toBuffer()));
    const names = ['Drawing', 'Hentai', 'Neutral', 'Porn', 'Sexy'];
    results.push({ success: true, predictions: names.map((className, at) => ({ className, probability: numbers[at] })) });
  }
  return { success: true, result: { results } };
});
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
process.once('message', () => process.exit(0));
process.send({ origin });
