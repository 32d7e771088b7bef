import { createServer } from 'node:http';

/** Of so many events it refuses one at first, so that retries can be looked at. */
const refusedOf = 25;
/** Later ones are all taken: the demo is not to wait for their retries. */
const refusedUntil = 200;
/** What it never takes, by the beginning of the title. */
const neverTaken = 'Import row';

const answers = {
  taken: [200, { taken: true }],
  later: [503, { taken: false, reason: 'The shop is being restarted.' }],
  never: [500, { taken: false, reason: 'Import rows have no article number.' }],
};

function titleOf(body) {
  try {
    return JSON.parse(body).data.media_upload.title ?? '';
  } catch {
    return '';
  }
}

/**
 * A server of a customer, as far as webhooks see it: it takes every delivery, but for the first attempt at some, and all attempts at what
 * its importer sent.
 * @param {number} port
 */
export async function startReceiver(port) {
  const known = new Set();
  function judge(id, body) {
    if (titleOf(body).startsWith(neverTaken)) return answers.never;
    const isNew = !known.has(id);
    known.add(id);
    return isNew && known.size < refusedUntil && known.size % refusedOf === 1 ? answers.later : answers.taken;
  }
  const server = createServer((request, response) => {
    const parts = [];
    request
      .on('data', (bytes) => parts.push(bytes))
      .once('end', () => {
        const [status, said] = judge(request.headers['webhook-id'], Buffer.concat(parts).toString());
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(said));
      });
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  server.unref();
  return { target: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/clearframe` };
}
