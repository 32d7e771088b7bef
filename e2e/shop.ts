import { createServer, type IncomingMessage, request as open, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { build } from 'vite';
import { z } from 'zod';

/** A customer's website with an upload page, whose server adds the token to uploads and forwards them. */
export type Shop = {
  url: string;
  /** Method of each request that was forwarded, and the `Upload-Offset` that it began at, null for none. */
  forwarded: { method: string; offset: number | null }[];
  /** Of the next PATCH only so many bytes are forwarded. Then the connection breaks, or carries nothing any more. */
  failAfter(bytes: number, how: 'break' | 'silence'): void;
  stop(): Promise<void>;
};

const entry = join(import.meta.dirname, 'uppy-page.ts');

/** Uppy and its plugin as one script, bundled as a shop would. */
async function scriptOfPage(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: { write: false, minify: false, rollupOptions: { input: entry } },
  });
  const Built = z.object({ output: z.tuple([z.looseObject({ code: z.string() })], z.unknown()) });
  return Built.parse([built].flat()[0]).output[0].code;
}

const html = `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><label>Picture <input type="file"></label>
<progress max="100" value="0" aria-label="Sent"></progress><output></output><script type="module" src="/shop.js"></script></html>`;

/** @param clearframe address of the installation; `token` is known to this server alone */
export async function startShop(clearframe: string, token: string): Promise<Shop> {
  const script = await scriptOfPage();
  const forwarded: Shop['forwarded'] = [];
  let failing: { bytes: number; how: 'break' | 'silence' } | null = null;

  /** As the nginx of the guide does: with the token, and with addresses of this site. */
  function forward(request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url = '' } = request;
    const offset = request.headers['upload-offset'];
    forwarded.push({ method, offset: offset === undefined ? null : Number(offset) });
    const target = new URL(url.replace(/^\/uploads/, '/api/v1/tus'), clearframe);
    const headers = { ...request.headers, host: target.host, authorization: `Bearer ${token}` };
    const onward = open(target, { method, headers }, (answer) => {
      const location = answer.headers.location?.replace(`${clearframe}/api/v1/tus/`, '/uploads/');
      // A request on a connection that was used before would be repeated by the browser itself.
      const told = { ...answer.headers, connection: 'close', ...(location ? { location } : {}) };
      response.writeHead(answer.statusCode ?? 502, told);
      answer.pipe(response);
    });
    onward.on('error', () => request.socket.destroy());
    const plan = method === 'PATCH' ? failing : null;
    request.on('close', () => {
      // Where a phone changes its network, nobody says that the connection is over.
      if (!request.complete && plan?.how !== 'silence') onward.destroy();
    });
    if (plan === null) return void request.pipe(onward);
    failing = null;
    let left = plan.bytes;
    request.on('data', (bytes: Buffer) => {
      const taken = bytes.subarray(0, left);
      left -= taken.length;
      if (left > 0) return void onward.write(taken);
      request.pause();
      // What was forwarded arrives before the connection ends.
      onward.write(taken, () => plan.how === 'break' && request.socket.destroy());
    });
  }

  const server = createServer((request, response) => {
    if (request.url?.startsWith('/uploads')) return forward(request, response);
    const isScript = request.url === '/shop.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' }).end(isScript ? script : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The shop has no port');
  return {
    url: `http://127.0.0.1:${bound.port}`,
    forwarded,
    failAfter(bytes, how) {
      failing = { bytes, how };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
