import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { site } from './proxy-programs.ts';

/** Another machine than the proxy, as far as addresses go: the proxy talks to the servers from 127.0.0.1. */
export const ourAddress = '127.0.0.5';

type Asked = { method?: string; headers?: Record<string, string | number>; signal?: AbortSignal };

/** A request to the site over the proxy, whose certificate nobody knows, on a connection of its own. */
export function ask(port: number, path: string, { headers = {}, ...rest }: Asked = {}): ClientRequest {
  const options: RequestOptions = {
    host: '127.0.0.1',
    port,
    path,
    servername: site,
    localAddress: ourAddress,
    rejectUnauthorized: false,
    agent: false,
    headers: { host: site, ...headers },
    ...rest,
  };
  return request(options);
}

const read = async (answer: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
};

type Answer = { status: number; text: string; headers: IncomingMessage['headers'] };

/** Sends it, and reads the answer to its end. */
export async function send(port: number, path: string, options: Asked & { body?: Uint8Array | string } = {}): Promise<Answer> {
  const { body, ...asked } = options;
  const sent = ask(port, path, asked);
  sent.end(body);
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (!answer) throw new Error('no answer');
  return { status: answer.statusCode ?? 0, text: await read(answer), headers: answer.headers };
}

/** How a body was taken that is longer than allowed. */
type Refusal = { status: number | null; sentBytes: number };

type TooMuch = {
  /** What the body begins with. */
  head: Uint8Array;
  /** Of the whole body. */
  bytes: number;
  /** The length stands in a header; else it is sent in chunks. */
  declared: boolean;
  headers: Record<string, string | number>;
};

/** Sends bytes until somebody refuses them. */
export async function sendTooMuch(port: number, path: string, { head, bytes, declared, headers }: TooMuch): Promise<Refusal> {
  const length = declared ? { 'content-length': bytes } : {};
  const sent = ask(port, path, { method: 'POST', headers: { ...headers, ...length } });
  const ended = new Promise<number | null>((resolve) => {
    sent.once('response', (answer) => {
      resolve(answer.statusCode ?? null);
      answer.resume();
    });
    sent.once('error', () => resolve(null));
    sent.once('close', () => resolve(null));
  });
  let status: number | null | undefined;
  void ended.then((one) => {
    status = one;
  });
  const part = Buffer.alloc(256 * 1024, 1);
  let sentBytes = head.length;
  sent.write(head);
  while (sentBytes < bytes && status === undefined) {
    const next = part.subarray(0, bytes - sentBytes);
    const isTaken = sent.write(next);
    sentBytes += next.length;
    // What is refused is read no further.
    if (!isTaken) await Promise.race([once(sent, 'drain').catch(() => undefined), ended]);
  }
  if (status === undefined) sent.end();
  status = await ended;
  sent.destroy();
  return { status, sentBytes };
}
