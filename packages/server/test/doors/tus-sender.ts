import { connect, createServer, type Socket } from 'node:net';
import type { LightMyRequestResponse } from 'fastify';
import type { Built } from '../helpers/build.ts';

export const tusPath = '/api/v1/tus';

/** `Upload-Metadata` of these fields. */
export const metadataOf = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

type Sent = { headers?: Record<string, string>; payload?: Buffer };

/** Requests of the protocol by a bearer of a token, one by one. */
export function createSender({ app }: Pick<Built, 'app'>, token: string) {
  const send = (
    method: 'POST' | 'PATCH' | 'HEAD' | 'DELETE' | 'OPTIONS' | 'GET',
    url: string,
    { headers = {}, payload }: Sent = {},
  ): Promise<LightMyRequestResponse> =>
    app.inject({
      method,
      url,
      headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, ...headers },
      ...(payload ? { payload } : {}),
    });
  return {
    send,
    create: (bytes: number, fields: Record<string, string> = {}) =>
      send('POST', tusPath, { headers: { 'upload-length': String(bytes), 'upload-metadata': metadataOf(fields) } }),
    /** Path of a new upload. */
    async begin(bytes: number, fields: Record<string, string> = {}): Promise<string> {
      const answer = await this.create(bytes, fields);
      const { location } = answer.headers;
      if (answer.statusCode !== 201 || typeof location !== 'string') throw new Error(`${answer.statusCode} ${answer.body}`);
      return new URL(location).pathname;
    },
    patch: (url: string, offset: number, payload: Buffer) =>
      send('PATCH', url, {
        headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        payload,
      }),
    head: (url: string) => send('HEAD', url),
  };
}

export type CuttingLine = {
  origin: string;
  /** Where the next connections lead: each to the next of these ports, in turns. */
  lead(ports: readonly number[]): void;
  /** Ends each of the next connections after so many bytes of the sender. */
  cutAfter(bytes: readonly number[]): void;
  cuts(): number;
  close(): Promise<void>;
};

/** One address before several servers, whose connections break. */
export async function openCuttingLine(): Promise<CuttingLine> {
  let targets: readonly number[] = [];
  let planned: number[] = [];
  let taken = 0;
  let cuts = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const port = targets[taken % targets.length];
    taken += 1;
    if (port === undefined) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    let carried = 0;
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.on('data', (bytes) => {
        to.write(bytes);
        if (from === near) carried += bytes.length;
        const [limit] = planned;
        if (limit === undefined || carried < limit) return;
        planned = planned.slice(1);
        cuts += 1;
        // What was carried arrives; nothing comes back.
        near.destroy();
        far.end();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    lead(ports) {
      targets = ports;
    },
    cutAfter(bytes) {
      planned = [...bytes];
    },
    cuts: () => cuts,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
