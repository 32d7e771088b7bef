import { createServer } from 'node:http';

/**
 * A server of a customer, as far as webhooks see it: it takes every delivery, but for the first, so that a retry can be looked at.
 * @param {number} port
 */
export async function startReceiver(port) {
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      calls += 1;
      response.writeHead(calls === 1 ? 503 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ taken: calls > 1 }));
    });
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  server.unref();
  return { target: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/clearframe` };
}
