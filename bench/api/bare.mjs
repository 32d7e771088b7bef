/** What Fastify alone costs: one route that sends a given object, one that reads a form to its end and sends another. */
import multipart from '@fastify/multipart';
import Fastify from 'fastify';

process.once('message', async ({ item, uploaded }) => {
  const app = Fastify();
  await app.register(multipart, { limits: { fileSize: 200_000_000 } });
  app.get('/item', async () => item);
  app.post('/upload', async (request) => {
    for await (const part of request.parts()) if (part.type === 'file') for await (const _chunk of part.file);
    return uploaded;
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  process.once('message', async () => {
    await app.close();
    process.disconnect();
  });
  process.send({ origin });
});
