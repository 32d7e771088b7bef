import { randomInt } from 'node:crypto';
import { AppError } from '@clearframe/contract';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/client.ts';
import { captchaUsed } from '../db/schema.ts';
import type { Secrets } from '../security/secrets.ts';
import type { Captcha } from './captcha.ts';

const algorithm = 'PBKDF2/SHA-256';
/** Cost × counter is about 0.6 s of work in a desktop browser, four to six times that on a phone. */
const cost = 5_000;
const counterMin = 300;
const counterMax = 800;
const lifeMs = 10 * 60_000;

/** What the widget sends back: base64 of this as JSON. */
const Payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(algorithm),
      nonce: z.string().min(1).max(200),
      salt: z.string().min(1).max(200),
      cost: z.literal(cost),
      keyLength: z.number().int().min(1).max(64),
      keyPrefix: z.string().max(128),
      keySignature: z.string().max(200),
      // In seconds since 1970. Not the library's own field: the library compares that one with the machine's time, not with our clock.
      data: z.object({ purpose: z.string(), expiresAt: z.number().int() }),
    }),
    signature: z.string().max(200),
  }),
  solution: z.object({ counter: z.number().int().min(0), derivedKey: z.string().max(200), time: z.number().optional() }),
});

function parsePayload(token: string): z.output<typeof Payload> {
  try {
    return Payload.parse(JSON.parse(Buffer.from(token, 'base64').toString('utf8')));
  } catch (cause) {
    throw new AppError('captcha_required', { detail: 'not readable', cause });
  }
}

/**
 * ALTCHA, a proof of work of our own server. A solved challenge would verify any number of times, so its nonce is stored:
 * the one insert that succeeds is the one answer that is taken, in whatever process it arrives (AUTH-05). The purpose lies
 * in the signed part, else one solution would open every form.
 */
export function createAltcha({ db, clock, secrets }: { db: Db; clock: Clock; secrets: Secrets }): Captcha {
  const keys = {
    hmacSignatureSecret: secrets.derived('captcha'),
    hmacKeySignatureSecret: secrets.derived('captcha-key'),
  };
  return {
    async challenge(purpose) {
      const challenge = await createChallenge({
        ...keys,
        algorithm,
        cost,
        counter: randomInt(counterMin, counterMax + 1),
        deriveKey,
        data: { purpose, expiresAt: Math.floor((clock.now().getTime() + lifeMs) / 1000) },
      });
      return { provider: 'altcha', challenge };
    },
    async verify(token, purpose) {
      const { challenge, solution } = parsePayload(token);
      const { nonce, data } = challenge.parameters;
      const { counter, derivedKey } = solution;
      const result = await verifySolution({ ...keys, challenge, solution: { counter, derivedKey }, deriveKey });
      if (!result.verified) throw new AppError('captcha_required', { detail: 'not solved' });
      if (data.purpose !== purpose) throw new AppError('captcha_required', { detail: 'made for another form' });
      const end = new Date(data.expiresAt * 1000);
      if (end <= clock.now()) throw new AppError('captcha_required', { detail: 'expired' });
      const taken = await db.insert(captchaUsed).values({ nonce, expiresAt: end }).onConflictDoNothing().returning();
      if (taken.length === 0) throw new AppError('captcha_required', { detail: 'used before' });
    },
    close: async () => undefined,
  };
}
