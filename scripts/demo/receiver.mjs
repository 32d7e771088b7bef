import { createServer } from 'node:http';

/** Of so many events it refuses one at first, so that retries can be looked at. */
const refusedOf = 6;

/**
 * A server of a customer, as far as webhooks see it: it takes every delivery, but for the first attempt at some.
 * @param {number} port
 */
export async function startReceiver(port) {
  const known = new Set();
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const id = request.headers['webhook-id'];
      const isNew = !known.has(id);
      known.add(id);
      const refuses = isNew && known.size % refusedOf === 1;
      response.writeHead(refuses ? 503 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(refuses ? { taken: false, reason: 'The shop is being restarted.' } : { taken: true }));
    });
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  server.unref();
  return { target: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/clearframe` };
}
