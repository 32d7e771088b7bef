import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifySignature } from '@clearframe/sdk';
import { randomFrom } from '../packages/engine/test/random.ts';

export type FlakyOptions = {
  seed: number;
  /** The share of requests that it refuses with 503. */
  refusedShare: number;
  /** At most so many refusals of one event. */
  refusalsMax: number;
  /** Where it listens: this machine alone, unless given. */
  host?: string;
};

/** A customer's server that refuses some of what it gets, and remembers all of it. */
export type FlakyReceiver = {
  /** `host:port`, as TENANT_PRIVATE_TARGETS names it. */
  address: string;
  url: string;
  /** Signing secrets by token: whose events these are. */
  secrets: Map<string, string>;
  /** How often each event was taken, by its webhook-id. */
  taken: Map<string, number>;
  refused: number;
  requests: number;
  /** Of a token that is not in `secrets`, or signed by another secret. */
  strangers: number;
  close(): Promise<void>;
};

/** Takes up to 120 ms for each answer, so that a process can be killed in the middle of it. */
const slowestMs = 120;

export async function startFlakyReceiver(options: FlakyOptions): Promise<FlakyReceiver> {
  const { seed, refusedShare, refusalsMax, host = '127.0.0.1' } = options;
  const random = randomFrom(seed);
  const refusals = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    receiver.requests += 1;
    const id = String(request.headers['webhook-id']);
    const secret = receiver.secrets.get(String(request.headers['x-webhook-token']));
    const isOurs =
      secret !== undefined &&
      (await verifySignature(Buffer.concat(chunks), request.headers, secret).then(
        () => true,
        () => false,
      ));
    if (!isOurs) receiver.strangers += 1;
    const before = refusals.get(id) ?? 0;
    const refuses = random() < refusedShare && before < refusalsMax;
    await sleep(random() * slowestMs);
    if (refuses) {
      receiver.refused += 1;
      refusals.set(id, before + 1);
    } else receiver.taken.set(id, (receiver.taken.get(id) ?? 0) + 1);
    response.writeHead(refuses ? 503 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The receiver has no port');
  const address = `${host}:${bound.port}`;
  const receiver: FlakyReceiver = {
    address,
    url: `http://${address}/hook`,
    requests: 0,
    refused: 0,
    strangers: 0,
    secrets: new Map(),
    taken: new Map(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
