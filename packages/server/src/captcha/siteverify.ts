import { lookup } from 'node:dns';
import { Agent } from 'undici';
import { guardConnect } from '../security/guard-connect.ts';
import { limitBytes } from '../security/response-limit.ts';
import { SiteverifyAnswer } from './judge-answer.ts';

/** From the first byte out to the last byte in. */
const verifyTimeoutMs = 5_000;
/** Answers are some hundred bytes. */
const answerMaxBytes = 65_536;
/** Connections at most, so that a flood of invented tokens does not become as many calls at once. */
const connections = 16;

export type Siteverify = {
  /** @throws when no answer that can be read arrived in time, whatever the reason */
  ask(token: string): Promise<SiteverifyAnswer>;
  close(): Promise<void>;
};

export type SiteverifyOptions = {
  url: string;
  secret: string;
  /** Sent along, for the provider that compares it (hCaptcha). */
  siteKey: string | null;
  /** The operator named the address: it may be private. Else only public addresses are connected to. */
  mayBePrivate: boolean;
  timeoutMs?: number;
};

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Asks a provider whether a token is good, in the form encoding that all of them take (hCaptcha takes no other). The address of
 * the person is not sent: every provider leaves it optional, and it would tell a third party who signs in from where.
 * Redirects are not followed: they would carry the secret elsewhere.
 */
export function createSiteverify(options: SiteverifyOptions): Siteverify {
  const { url, secret, siteKey, mayBePrivate, timeoutMs = verifyTimeoutMs } = options;
  const target = new URL(url);
  const agent = new Agent({
    connections,
    connect: mayBePrivate ? { timeout: timeoutMs } : guardConnect(lookup, timeoutMs),
    allowH2: false,
  });
  return {
    async ask(token) {
      const form = new URLSearchParams({ secret, response: token, ...(siteKey === null ? {} : { sitekey: siteKey }) });
      const answer = await agent.request({
        origin: target.origin,
        path: `${target.pathname}${target.search}`,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', 'user-agent': 'Clearframe' },
        body: form.toString(),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await readText(limitBytes(answer.body, answerMaxBytes, answer.headers['content-length']));
      // Turnstile answers refusals with 400 and a body that says why.
      if (answer.statusCode !== 200 && answer.statusCode !== 400) throw new Error(`status ${answer.statusCode}`);
      return SiteverifyAnswer.parse(JSON.parse(text));
    },
    close: () => agent.destroy(),
  };
}
