import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

type Received = { headers: IncomingHttpHeaders; body: string; method: string; path: string };

/** A customer's server: keeps what it gets and answers as it is told. */
export type Receiver = {
  /** `127.0.0.1:port`, as TENANT_PRIVATE_TARGETS names it. */
  address: string;
  url: string;
  received: Received[];
  /** How it answers from now on. */
  answer: (response: ServerResponse) => void;
  /** Waits until it has got so many. */
  got(count: number): Promise<Received[]>;
  close(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const waiting: { count: number; resolve: (received: Received[]) => void }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { headers, method = '', url: path = '' } = request;
    receiver.received.push({ headers, method, path, body: Buffer.concat(chunks).toString('utf8') });
    receiver.answer(response);
    for (const { count, resolve } of waiting) if (receiver.received.length >= count) resolve(receiver.received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The receiver has no port');
  const address = `127.0.0.1:${bound.port}`;
  const receiver: Receiver = {
    address,
    url: `http://${address}/hook?a=1`,
    received: [],
    answer: (response) => response.end('ok'),
    got: (count) =>
      new Promise((resolve) => {
        if (receiver.received.length >= count) resolve(receiver.received);
        else waiting.push({ count, resolve });
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
