import { STATUS_CODES } from 'node:http';
import { TargetRefused } from '../security/guard-connect.ts';

/** What one attempt brought. */
export type Outcome =
  | { ok: true; status: number; response: string | null }
  | {
      ok: false;
      /** Nobody answered in time. */
      isLate?: boolean;
      /** null = no answer came. */
      status: number | null;
      /** A sentence for people. */
      reason: string;
      /** When the receiver wants to be asked again, if it said so. */
      retryAfterMs: number | null;
      /** The start of what the receiver answered, if it answered anything. */
      response: string | null;
    };

/** The receiver's wish is kept up to an hour: a longer one would hold the event back for ever. */
const retryAfterMaxMs = 3_600_000;

/** Seconds or a date (RFC 9110), as milliseconds from now; null when it is neither. */
function readRetryAfter(value: string | string[] | undefined, now: Date): number | null {
  if (typeof value !== 'string') return null;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), retryAfterMaxMs);
}

const nameOf = (status: number) => `${status} ${STATUS_CODES[status] ?? ''}`.trim();

/** Only 2xx is success; a redirect is not followed. */
export function judgeAnswer(
  { status, headers, start }: { status: number; headers: Record<string, string | string[] | undefined>; start: string },
  now: Date,
): Outcome {
  const response = start === '' ? null : start;
  if (status >= 200 && status <= 299) return { ok: true, status, response };
  const isRedirect = status >= 300 && status <= 399;
  return {
    ok: false,
    status,
    reason: `The endpoint answered ${nameOf(status)}.${isRedirect ? ' Redirects are not followed.' : ''}`,
    retryAfterMs: readRetryAfter(headers['retry-after'], now),
    response,
  };
}

const reasons: [RegExp, string][] = [
  [/^(?:ENOTFOUND|EAI_\w+)$/, 'The host name of the endpoint was not found.'],
  [/^ECONNREFUSED$/, 'The endpoint refused the connection.'],
  [/^(?:UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, 'The endpoint could not be reached.'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'The endpoint closed the connection without an answer.'],
  [
    /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME_MISMATCH)/,
    'The certificate of the endpoint is not valid.',
  ],
];

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/** Why no answer came. What the network says beside its code is for the log: it names addresses inside. */
export function judgeFault(error: unknown, timeoutMs: number): Outcome {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const failed = (reason: string) => ({ ok: false, status: null, reason, retryAfterMs: null, response: null }) as const;
  if (!(cause instanceof Error)) return failed('The endpoint could not be reached.');
  if (cause instanceof TargetRefused) return failed('The endpoint is not at a public address.');
  if (cause.name === 'TimeoutError' || codeOf(cause) === 'UND_ERR_HEADERS_TIMEOUT')
    return { ...failed(`The endpoint did not answer within ${timeoutMs / 1_000} seconds.`), isLate: true };
  const known = reasons.find(([codes]) => codes.test(codeOf(cause)));
  return failed(known?.[1] ?? 'The endpoint could not be reached.');
}
