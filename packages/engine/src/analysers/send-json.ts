import type { z } from 'zod';
import { AnalyserError, type AnalyserFault, type Send } from './analyser.ts';
import type { AnalyserClock } from './clock.ts';
import { readRetryAfter } from './with-retries.ts';

/** Answers are a few kB; a longer one is no answer of these providers and is not read to its end. */
const answerMaxBytes = 1_048_576;

export type JsonRequest<T> = {
  send: Send;
  clock: Pick<AnalyserClock, 'nowMs'>;
  url: string;
  method?: 'POST' | 'GET';
  headers: Record<string, string>;
  body: Uint8Array | string | FormData;
  signal: AbortSignal;
  /** What a complete answer looks like. */
  schema: z.ZodType<T>;
  /**
   * What an answer other than 2xx means where the provider differs from the usual; undefined = as usual: 401 and 403 credentials,
   * 402 quota, 408 timeout, 429 throttled, 5xx provider, everything else rejected.
   * @param body the answer as JSON, or null when it is none
   */
  faultOf?: (status: number, body: unknown) => AnalyserFault | undefined;
};

/**
 * One request of an adapter, to its checked answer.
 * @returns the answer as `schema` reads it, and as it came
 * @throws AnalyserError `unreachable` without an answer or when it breaks off, `garbage` when it is no JSON, too long or not what
 *   `schema` says, else by status; the messages hold nothing of request or answer but the status. The signal's reason when it aborts.
 */
export async function sendJson<T>(request: JsonRequest<T>): Promise<{ answer: T; raw: unknown }> {
  const { send, clock, url, method = 'POST', headers, body, signal, schema, faultOf } = request;
  const response = await orUnreachable(signal, () => send(url, { method, headers, body, signal }));
  const text = await orUnreachable(signal, () => readBody(response));
  const raw = parseJson(text);
  if (!response.ok) {
    const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), clock.nowMs());
    const fault = faultOf?.(response.status, raw ?? null) ?? usualFault(response.status);
    throw new AnalyserError(fault, `answered ${response.status}`, retryAfterMs === undefined ? {} : { retryAfterMs });
  }
  if (raw === undefined) throw new AnalyserError('garbage', `answered ${response.status} with something other than JSON`);
  const parsed = schema.safeParse(raw);
  if (parsed.success) return { answer: parsed.data, raw };
  const where = parsed.error.issues[0]?.path.join('.') || 'the answer';
  throw new AnalyserError('garbage', `answered ${response.status}, but ${where} is not as documented`);
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

async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let seenBytes = 0;
  for await (const chunk of response.body ?? []) {
    seenBytes += chunk.byteLength;
    if (seenBytes > answerMaxBytes) throw new AnalyserError('garbage', `answered more than ${answerMaxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** undefined = no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
