import { codeOfApp as codeAt } from '../packages/server/test/helpers/code-of-app.ts';

const periodMs = 30_000;

/**
 * What an authenticator app shows. A code is good once, and a quick journey needs several: `steps` looks back or ahead, by one at most,
 * as a phone does whose clock is wrong.
 */
export const codeOfApp = (secret: string, steps = 0): string => codeAt(secret, new Date(Date.now() + steps * periodMs));
