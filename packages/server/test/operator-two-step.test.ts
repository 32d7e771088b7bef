import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { passkey, recoveryCode, securityEvent } from '../src/db/schema.ts';
import { runOperator } from '../src/operator/run-operator.ts';
import { firstStep, turnOnTwoStep } from './helpers/authenticator-app.ts';
import { type Built, build } from './helpers/build.ts';
import { registerAndSignIn } from './helpers/sign-in.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

async function run(...args: string[]) {
  const out: string[] = [];
  const put = (line: string) => void out.push(line);
  const code = await runOperator(args, { print: put, complain: put }, { DATABASE_URL: built.database.url });
  return [code, out.join('\n')];
}

it('AUTH-16 the operator turns two-step sign-in off for whoever lost everything, and the security log says so', async () => {
  const browser = await registerAndSignIn(built);
  const { email, userId } = browser;
  await turnOnTwoStep(built, browser);
  const key = { userId, name: 'a', credentialId: userId, publicKey: 'a', counter: 0, transports: [], backedUp: false };
  await built.context.db.insert(passkey).values(key);
  expect((await firstStep(built, email)).data).toMatchObject({ user: null });
  const off = await run('two-step', 'off', email.toUpperCase(), '--reason', 'lost phone, met in person');
  expect(off).toEqual([0, `Two-step sign-in of ${email.toUpperCase()} is off: lost phone, met in person`]);
  expect((await firstStep(built, email)).data).toMatchObject({ user: { email } });
  expect(await built.context.db.select().from(recoveryCode).where(eq(recoveryCode.userId, userId))).toEqual([]);
  expect(await built.context.db.select().from(passkey).where(eq(passkey.userId, userId))).toHaveLength(1);
  const events = await built.context.db.select().from(securityEvent).where(eq(securityEvent.kind, 'two_step.disabled'));
  expect(events).toMatchObject([{ userId, detail: 'by the operator: lost phone, met in person', ip: null }]);

  expect(await run('two-step', 'off', email, '--reason', 'again')).toEqual([
    1,
    `Two-step sign-in of ${email} is off already. Nothing changed.`,
  ]);
  expect((await run('two-step', 'off', 'nobody@example.com', '--reason', 'x'))[0]).toBe(1);
  for (const args of [['off', email], ['on', email, '--reason', 'x'], ['off', '--reason', 'x'], []])
    expect((await run('two-step', ...args))[0]).toBe(2);
});
