/** nsfwjs as somebody would serve it who wants scores alone: one route, the file as the body, nothing stored, nobody asked who they are. */
import Fastify from 'fastify';
import sharp from 'sharp';
import { loadNsfwjs } from '../engine/load-nsfwjs.mjs';

// As many threads as cores: what is measured is computing, not waiting.
const { classify, backend } = await loadNsfwjs();
const app = Fastify({ bodyLimit: 50_000_000 });
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
app.post('/classify', async ({ body }) => {
  const picture = sharp(body).flatten({ background: '#fff' }).toColourspace('srgb');
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return classify(data, info.width, info.height);
});
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
process.once('message', () => process.exit(0));
process.send({ origin, backend });
