import type { z } from 'zod';
import { AnalyserError, type AnalyserFault, type Send } from './analyser.ts';
import type { AnalyserClock } from './clock.ts';
import { readRetryAfter } from './with-retries.ts';

/** Answers are a few kB; a longer one is no answer of these providers and is not read to its end. */
const answerMaxBytes = 1_048_576;

type AnyRequest = {
  send: Send;
  clock: Pick<AnalyserClock, 'nowMs'>;
  url: string;
  method?: 'POST' | 'GET';
  headers: Record<string, string>;
  body: Uint8Array | string | FormData;
  signal: AbortSignal;
  /**
   * What an answer other than 2xx means where the provider differs from the usual; undefined = as usual: 401 and 403 credentials,
   * 402 quota, 408 timeout, 429 throttled, 5xx provider, everything else rejected.
   * @param body the answer as JSON, or null when it is none
   */
  faultOf?: (status: number, body: unknown) => AnalyserFault | undefined;
};

export type JsonRequest<T> = AnyRequest & {
  /** What a complete answer looks like. */
  schema: z.ZodType<T>;
};

/**
 * One request of an adapter, to its checked answer.
 * @returns the answer as `schema` reads it, and as it came
 * @throws AnalyserError `unreachable` without an answer or when it breaks off, `garbage` when it is no JSON, too long or not what
 *   `schema` says, else by status; the messages hold nothing of request or answer but the status. The signal's reason when it aborts.
 */
export async function sendJson<T>({ schema, ...request }: JsonRequest<T>): Promise<{ answer: T; raw: unknown }> {
  const { bytes, status } = await sendBytes(request);
  const raw = parseJson(bytes);
  if (raw === undefined) throw new AnalyserError('garbage', `answered ${status} with something other than JSON`);
  return { answer: readAnswer(schema, raw, status), raw };
}

/** @throws AnalyserError `garbage` naming the place where the answer is not what `schema` says */
export function readAnswer<T>(schema: z.ZodType<T>, raw: unknown, status: number): T {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') || 'the answer';
  throw new AnalyserError('garbage', `answered ${status}, but ${where} is not as documented`);
}

/** One request of an adapter, to the bytes of an answer of status 2xx. @throws AnalyserError as {@link sendJson} */
export async function sendBytes(request: AnyRequest): Promise<{ bytes: Buffer; status: number; headers: Headers }> {
  const { send, clock, url, method = 'POST', headers, body, signal, faultOf } = request;
  const response = await orUnreachable(signal, () => send(url, { method, headers, body, signal }));
  const bytes = await orUnreachable(signal, () => readBody(response));
  if (response.ok) return { bytes, status: response.status, headers: response.headers };
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), clock.nowMs());
  const fault = faultOf?.(response.status, parseJson(bytes) ?? null) ?? usualFault(response.status);
  throw new AnalyserError(fault, `answered ${response.status}`, retryAfterMs === undefined ? {} : { retryAfterMs });
}

function usualFault(status: number): AnalyserFault {
  if (status === 401 || status === 403) return 'credentials';
  if (status === 402) return 'quota';
  if (status === 408) return 'timeout';
  if (status === 429) return 'throttled';
  return status >= 500 ? 'provider' : 'rejected';
}

async function orUnreachable<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof AnalyserError) throw error;
    throw new AnalyserError('unreachable', 'no answer, or one that broke off', { cause: error });
  }
}

async function readBody(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let seenBytes = 0;
  for await (const chunk of response.body ?? []) {
    seenBytes += chunk.byteLength;
    if (seenBytes > answerMaxBytes) throw new AnalyserError('garbage', `answered more than ${answerMaxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** undefined = no JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
