import { lookup } from 'node:dns';
import { AppError } from '@clearframe/contract';
import { Agent } from 'undici';
import { guardConnect } from '../security/guard-connect.ts';
import { limitBytes } from '../security/response-limit.ts';

/** From the first byte out to the last byte in: a person waits for it. */
export const callTimeoutMs = 10_000;
/** Answers are a few thousand bytes; error pages are longer, and nobody reads them. */
const answerMaxBytes = 262_144;
const connections = 16;

type ProviderCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Under the base address, with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

export type CallProvider = {
  /** @throws AppError payment_provider_away when no whole answer came in time */
  call(call: ProviderCall): Promise<{ status: number; text: string }>;
};

type CallOptions = {
  /** http(s) address without a path. */
  base: string;
  /** The operator named the address: it may be private. Else only public ones are connected to. */
  mayBePrivate: boolean;
  timeoutMs?: number;
};

/** Calls one provider. Redirects are not followed: they would carry what is signed elsewhere. */
export function createCallProvider({ base, mayBePrivate, timeoutMs = callTimeoutMs }: CallOptions): CallProvider {
  const agent = new Agent({
    connections,
    connect: mayBePrivate ? { timeout: timeoutMs } : guardConnect(lookup, timeoutMs),
    allowH2: false,
  });
  const away = (detail: string) => new AppError('payment_provider_away', { detail });
  return {
    async call({ method, path, headers = {}, body }) {
      try {
        const answer = await agent.request({
          origin: base,
          path,
          method,
          body: body ?? null,
          headers: { accept: 'application/json', 'user-agent': 'Clearframe', ...headers },
          signal: AbortSignal.timeout(timeoutMs),
        });
        const chunks: Uint8Array[] = [];
        for await (const chunk of limitBytes(answer.body, answerMaxBytes, answer.headers['content-length'])) chunks.push(chunk);
        return { status: answer.statusCode, text: Buffer.concat(chunks).toString('utf8') };
      } catch (error) {
        // The message of a connection that failed names the host alone: nothing that was sent.
        throw away(error instanceof Error ? `${error.name}: ${error.message.slice(0, 200)}` : 'no answer');
      }
    },
  };
}

/** Text as JSON, or undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
