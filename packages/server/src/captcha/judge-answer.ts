import type { CaptchaPurpose } from '@clearframe/contract';
import { z } from 'zod';
import { providerFacts, type RemoteProvider } from './remote-providers.ts';

/** What every siteverify address answers; more fields are there and not read. */
export const SiteverifyAnswer = z.object({
  success: z.boolean(),
  hostname: z.string().max(300).nullish(),
  action: z.string().max(300).nullish(),
  score: z.number().min(0).max(1).nullish(),
  'error-codes': z.array(z.string().max(100)).max(20).nullish(),
});
export type SiteverifyAnswer = z.infer<typeof SiteverifyAnswer>;

/** Error codes that say something about the person's token. Every other one is a fault of the set-up or of the provider. */
const tokenCodes = new Set([
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
  'expired-input-response',
  'already-seen-response',
  'invalid-or-already-seen-response',
]);

/** `person` = they have to solve another; `operator` = nobody can get through until somebody looks at the set-up. */
export type Judgement = { is: 'accepted' } | { is: 'refused'; by: 'person' | 'operator'; why: string };

const person = (why: string): Judgement => ({ is: 'refused', by: 'person', why });
const operator = (why: string): Judgement => ({ is: 'refused', by: 'operator', why });

export type Expected = { hostname: string; purpose: CaptchaPurpose; minScore: number };

/**
 * Whether an answer lets somebody through. A success counts only for our host, for this form where the provider says which, and
 * with a score where the provider gives one; whatever is missing counts against it.
 */
export function judgeAnswer(provider: RemoteProvider, answer: SiteverifyAnswer, expected: Expected): Judgement {
  const { hasAction, hasScore } = providerFacts[provider];
  if (!answer.success) {
    const codes = answer['error-codes'] ?? [];
    const list = codes.map((code) => code.replace(/[^\w-]/g, '?')).join(', ');
    return codes.length > 0 && codes.every((code) => tokenCodes.has(code)) ? person(list) : operator(list || 'no reason given');
  }
  if (answer.hostname?.toLowerCase() !== expected.hostname)
    return operator(`solved on ${JSON.stringify(answer.hostname ?? null)}, expected ${expected.hostname}`);
  const { action, score } = answer;
  // Tokens of version 3 always succeed: taken for version 2 they would let every program through.
  if (provider === 'recaptcha' && typeof score === 'number')
    return operator('the keys are of reCAPTCHA v3: set CAPTCHA=recaptcha-v3');
  if (hasScore && typeof score !== 'number') return operator('no score: the keys are not of reCAPTCHA v3');
  if (hasAction && action !== expected.purpose) return person(`made for ${JSON.stringify(action ?? null)}`);
  if (hasScore && (score ?? 0) < expected.minScore) return person(`score ${score}`);
  return { is: 'accepted' };
}
