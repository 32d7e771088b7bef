import { once } from 'node:events';
import { request as ask, createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type Relayed = {
  method: string;
  /** `object`, or what of it: `partNumber`, `uploadId`, `delete`. */
  what: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

/** Passes requests on to an S3 storage, unchanged. @param look told of each before it is sent */
export async function relayTo(endpoint: string, look: (relayed: Relayed) => void): Promise<{ url: string; close(): void }> {
  const relay = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    look({ method, what: /partNumber|delete|uploadId/.exec(url)?.[0] ?? 'object', headers, body });
    const passed = ask(`${endpoint}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    passed.end(body);
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  const address = relay.address();
  if (address === null || typeof address === 'string') throw new Error('The relay has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      relay.closeAllConnections();
      relay.close();
    },
  };
}
