import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { fixture } from './fixtures.ts';

/** An address that takes webhooks as long as its status says so. */
type ChangingHook = { readonly url: string; status: number };

/** A web server with one picture and the refusals that a foreign host can give. */
export type PictureHost = {
  /** host:port, as TENANT_PRIVATE_TARGETS names it. */
  address: string;
  /** Address of its picture. */
  picture: string;
  /** An address that it answers with that status. */
  refusal(status: number): string;
  /** Takes webhooks, answering 204. */
  hook: string;
  /** Makes a hook that answers by the status which it has at the time. */
  changingHook(): ChangingHook;
  /** What came to the hook, oldest first. */
  received: { headers: IncomingHttpHeaders; body: string }[];
  stop(): Promise<void>;
};

/** Answers /pears.jpg with a picture, lists the bucket `photos`, takes webhooks at /hook, and answers /403, /404, /500 with just that. */
export async function startPictureHost(port: number): Promise<PictureHost> {
  const bytes = readFileSync(fixture('formats/pears.jpg'));
  const received: PictureHost['received'] = [];
  const changing: ChangingHook[] = [];
  const host = createServer((request, response) => {
    const hook = changing[Number(/^\/changing\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN)];
    if (hook) {
      response.writeHead(hook.status).end();
      return;
    }
    if (request.url === '/hook' && request.method === 'POST') {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        received.push({ headers: request.headers, body });
        response.writeHead(204).end();
      });
      return;
    }
    if (request.url?.startsWith('/photos/?')) {
      const listed =
        '<ListBucketResult><Name>photos</Name><KeyCount>0</KeyCount><IsTruncated>false</IsTruncated></ListBucketResult>';
      response.writeHead(200, { 'content-type': 'application/xml' }).end(listed);
      return;
    }
    if (request.url === '/pears.jpg') {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.length });
      response.end(request.method === 'HEAD' ? undefined : bytes);
    } else {
      const status = Number(request.url?.slice(1)) || 404;
      response.writeHead(status).end(`refused with ${status}`);
    }
  });
  await new Promise<void>((resolve) => host.listen(port, '127.0.0.1', resolve));
  const address = `127.0.0.1:${port}`;
  return {
    address,
    hook: `http://${address}/hook`,
    changingHook() {
      const hook = { url: `http://${address}/changing/${changing.length}`, status: 200 };
      changing.push(hook);
      return hook;
    },
    received,
    picture: `http://${address}/pears.jpg`,
    refusal: (status) => `http://${address}/${status}`,
    async stop() {
      host.closeAllConnections();
      await new Promise((resolve) => host.close(resolve));
    },
  };
}
