import { AppError } from '@clearframe/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { captchaUsed } from '../db/schema.ts';
import { sha256 } from '../security/secrets.ts';
import type { Captcha } from './captcha.ts';
import { judgeAnswer } from './judge-answer.ts';
import { providerFacts, type RemoteProvider } from './remote-providers.ts';
import { createSiteverify, type Siteverify } from './siteverify.ts';

/** Longer than any provider takes a token (5 minutes at most), so that none is good again when it is forgotten here. */
const usedKeptMs = 3_600_000;
/** The same trouble is told once in so long: while a provider is away every sign-in meets it. */
const repeatedAfterMs = 60_000;

export type RemoteCaptchaContext = {
  config: Config;
  db: Db;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'error'>;
  timeoutMs?: number;
  /** Of tests: the provider's own address and answers. */
  verifyUrl?: string;
  ask?: Siteverify['ask'];
};

/** Tells the operator why nobody gets through, without a token, a secret or anything that a stranger typed. */
function createReporter({ clock, log }: RemoteCaptchaContext, provider: RemoteProvider): (why: string) => void {
  const told = new Map<string, number>();
  return (why) => {
    const now = clock.now().getTime();
    if (now - (told.get(why) ?? 0) < repeatedAfterMs) return;
    // What a provider says is its own: never more of it than a few sentences.
    if (told.size > 50) told.clear();
    told.set(why, now);
    log.error({ provider, why }, 'cannot check the captcha, so forms are rejected');
  };
}

/**
 * reCAPTCHA, hCaptcha or Turnstile. Failing means refusing: without an answer, with one that cannot be read, or for another host
 * nobody gets through. A token is taken once, in whatever process it arrives, which its SHA-256 in the database keeps (AUTH-05).
 * reCAPTCHA v2 and hCaptcha do not say for which form a token was made, and nothing of ours could: see docs/decisions/027.
 * @throws Error when site key or secret are missing
 */
export function createRemoteCaptcha(provider: RemoteProvider, context: RemoteCaptchaContext): Captcha {
  const { config, db, clock, timeoutMs } = context;
  const { captchaSecret: secret, captchaSiteKey: siteKey } = config;
  if (!secret || !siteKey) throw new Error(`CAPTCHA=${provider} needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET`);
  const facts = providerFacts[provider];
  const expected = { hostname: new URL(config.publicUrl).hostname, minScore: config.captchaMinScore };
  const report = createReporter(context, provider);
  const siteverify = createSiteverify({
    url: config.captchaVerifyUrl ?? context.verifyUrl ?? facts.verifyUrl,
    secret,
    mayBePrivate: config.captchaVerifyUrl !== null,
    siteKey: provider === 'hcaptcha' ? siteKey : null,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const refuse = (detail: string): never => {
    throw new AppError('captcha_required', { detail });
  };
  const ask = async (token: string) => {
    try {
      return await (context.ask ?? siteverify.ask)(token);
    } catch (error) {
      report(error instanceof SyntaxError ? 'an answer that is no JSON' : errorName(error));
      return refuse('no answer of the provider');
    }
  };
  return {
    challenge: async () => ({ provider, siteKey, scriptUrl: config.captchaScriptUrl ?? facts.scriptUrl }),
    async verify(token, purpose) {
      if (token.length > facts.tokenMaxLength || !/^[\x21-\x7e]+$/.test(token)) return refuse('not a token');
      const judged = judgeAnswer(provider, await ask(token), { ...expected, purpose });
      if (judged.is === 'refused') {
        if (judged.by === 'operator') report(judged.why);
        return refuse(judged.why);
      }
      const used = { nonce: sha256(token), expiresAt: new Date(clock.now().getTime() + usedKeptMs) };
      const taken = await db.insert(captchaUsed).values(used).onConflictDoNothing().returning();
      if (taken.length === 0) refuse('used before');
    },
    close: () => siteverify.close(),
  };
}

/** The kind of failure in words that hold nothing of the answer. */
function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return 'no answer in time';
  return error.name === 'ZodError' ? 'an answer of another form' : error.message.slice(0, 200);
}
