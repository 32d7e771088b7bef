/** What Fastify alone costs: two routes that send given objects, one that reads a form to its end and sends another. */
import multipart from '@fastify/multipart';
import Fastify from 'fastify';

process.on('message', (asked) => {
  if (asked === 'cpu') process.send({ cpu: process.cpuUsage() });
});
process.once('message', async ({ item, list, uploaded }) => {
  const app = Fastify();
  await app.register(multipart, { limits: { fileSize: 200_000_000 } });
  app.get('/item', async () => item);
  app.get('/list', async () => list);
  app.post('/upload', async (request) => {
    for await (const part of request.parts()) if (part.type === 'file') for await (const _chunk of part.file);
    return uploaded;
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  process.on('message', async (asked) => {
    if (asked !== 'stop') return;
    await app.close();
    process.disconnect();
  });
  process.send({ origin });
});
