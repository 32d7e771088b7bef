import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeRecoveryCode } from '../src/accounts/two-step/recovery-codes.ts';
import { activateTrial, isTrialAvailable } from '../src/billing/trial.ts';
import { readConfig } from '../src/config.ts';
import { accessToken, recoveryCode, totp, trialGrant, webhook } from '../src/db/schema.ts';
import { runOperator } from '../src/operator/run-operator.ts';
import { createSecrets } from '../src/security/secrets.ts';
import { type Built, build } from './helpers/build.ts';
import { registerAndSignIn } from './helpers/sign-in.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

const oldKey = 'the old secret of more than thirty-two characters';
const newKey = 'the new secret of more than thirty-two characters';

describe('a rotation of SECRET_KEY', () => {
  const old = createSecrets(oldKey);
  const rotated = createSecrets(newKey, [oldKey]);
  const fresh = createSecrets(newKey);
  let built: Built;
  let person: Uploader;
  beforeAll(async () => {
    built = await build({ config: { secretKey: oldKey } });
    person = await createUploader(built);
  });
  afterAll(() => built.close());

  it('TOK-02 opens and checks what the old key made, and makes everything new with the new one', () => {
    const sealed = old.seal('access-token', 'cf_live_x');
    expect(rotated.open('access-token', sealed)).toBe('cf_live_x');
    expect(() => fresh.open('access-token', sealed)).toThrow();
    expect(() => rotated.open('mail', sealed)).toThrow();
    expect(fresh.open('mail', rotated.seal('mail', 'x'))).toBe('x');

    const signature = old.sign('file-url', 'a');
    expect(rotated.verify('file-url', 'a', signature)).toBe(true);
    expect(rotated.verify('file-url', 'b', signature)).toBe(false);
    expect(fresh.verify('file-url', 'a', signature)).toBe(false);
    expect(rotated.sign('file-url', 'a')).toBe(fresh.sign('file-url', 'a'));
    expect(rotated.signatures('file-url', 'a')).toEqual([fresh.sign('file-url', 'a'), signature]);
  });

  it('TOK-02 seals anew only what is not under the new key yet', () => {
    const resealed = rotated.reseal('webhook', old.seal('webhook', 'whsec_x')) ?? '';
    expect(fresh.open('webhook', resealed)).toBe('whsec_x');
    expect(rotated.reseal('webhook', resealed)).toBeNull();
    expect(() => fresh.reseal('webhook', old.seal('webhook', 'whsec_x'))).toThrow();
  });

  it('SUB-03 gives no second trial to an address that had one under the old key', async () => {
    const { db } = built.context;
    const now = built.clock.now();
    const { email, headers } = await registerAndSignIn(built);
    const subscribed = await built.app.inject({
      method: 'POST',
      url: '/api/subscriptions/subscribe',
      headers,
      payload: { plan_id: 'free' },
    });
    expect(subscribed.statusCode).toBe(200);
    // The account is another one by now; the address is the same.
    const taken = { accountId: crypto.randomUUID() };
    await db
      .update(trialGrant)
      .set(taken)
      .where(eq(trialGrant.emailHmac, old.sign('trial-address', email)));
    const { rows } = await built.database.pool.query<{ account_id: string }>(
      'select account_id from membership join "user" on "user".id = user_id where email = $1',
      [email],
    );
    const accountId = rows[0]?.account_id ?? '';
    expect(await isTrialAvailable(db, rotated, accountId)).toBe(false);
    await expect(db.transaction((tx) => activateTrial(tx, { secrets: rotated, accountId, now }))).rejects.toThrow('already used');
  });

  it('AUTH-06 takes a recovery code that was made under the old key, once', async () => {
    const { db } = built.context;
    const { userId } = person;
    const now = built.clock.now();
    const codeHash = old.sign('recovery-code', `${userId}:abcd`);
    await db.insert(recoveryCode).values({ userId, codeHash });
    expect(await takeRecoveryCode(db, fresh, { userId, code: 'abcd', now })).toBe(false);
    expect(await takeRecoveryCode(db, rotated, { userId, code: 'abcd', now })).toBe(true);
    expect(await takeRecoveryCode(db, rotated, { userId, code: 'abcd', now })).toBe(false);
  });

  it('TOK-02 is completed by clearframe reseal, which may be repeated: then the old key can go', async () => {
    const { db } = built.context;
    const hook = { accountId: person.accountId, url: 'https://example.com' };
    await db
      .insert(webhook)
      .values({ ...hook, tokenSealed: old.seal('webhook', 'whk_x'), secretSealed: old.seal('webhook', 'whsec_x') });
    await db.insert(webhook).values({
      ...hook,
      tokenSealed: old.seal('webhook', 'whk_y'),
      secretSealed: old.seal('webhook', 'whsec_y'),
      oldSecretSealed: old.seal('webhook', 'whsec_z'),
    });
    await db.insert(totp).values({ userId: person.userId, secretSealed: old.seal('two-step', 'seed') });
    const reseal = async (env: Record<string, string>) => {
      const out: string[] = [];
      const errors: string[] = [];
      const output = { print: (line: string) => void out.push(line), complain: (line: string) => void errors.push(line) };
      const code = await runOperator(['reseal'], output, { DATABASE_URL: built.database.url, ...env });
      return { code, out: out.join('\n'), errors: errors.join('\n') };
    };
    const without = await reseal({ SECRET_KEY: newKey });
    expect(without).toMatchObject({ code: 1, errors: expect.stringContaining('API tokens: 1 fit no key') });

    const both = { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey };
    const first = await reseal(both);
    expect(first).toMatchObject({ code: 0, errors: '' });
    for (const line of [
      'API tokens: 1 of 1',
      'webhook tokens: 2 of 2',
      'old webhook secrets: 1 of 1',
      'authenticator apps: 1 of 1',
    ])
      expect(first.out).toContain(line);
    expect(first.out).toContain('marks of used trials: 1 moved; 0 of accounts that are gone');
    const second = await reseal({ SECRET_KEY: newKey });
    expect(second).toMatchObject({ code: 0, errors: '' });
    expect(second.out).toContain('API tokens: 0 of 1');

    const [token] = await db.select().from(accessToken).where(eq(accessToken.accountId, person.accountId));
    expect(fresh.open('access-token', token?.tokenSealed ?? '')).toBe(person.token);
    const sealed = await db.select().from(webhook);
    expect(sealed.map(({ secretSealed }) => fresh.open('webhook', secretSealed)).sort()).toEqual(['whsec_x', 'whsec_y']);
    const replaced = sealed.flatMap(({ oldSecretSealed }) => oldSecretSealed ?? []);
    expect(replaced.map((text) => fresh.open('webhook', text))).toEqual(['whsec_z']);
    const [app] = await db.select().from(totp);
    expect(fresh.open('two-step', app?.secretSealed ?? '')).toBe('seed');
  });

  it('OPS-01 refuses short keys, and the current key among the old ones, without showing a key', () => {
    for (const [env, sentence] of [
      [{ SECRET_KEY_PREVIOUS: 'short' }, 'SECRET_KEY_PREVIOUS: the value given is not accepted: keys of at least 32 characters'],
      [{ SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: newKey }, 'SECRET_KEY_PREVIOUS: the value given is not accepted: it holds'],
    ] as const) {
      expect(() => readConfig(env)).toThrow(sentence);
      expect(() => readConfig(env)).not.toThrow(newKey);
    }
    expect(readConfig({ SECRET_KEY_PREVIOUS: `${oldKey}, ${newKey}` }).previousKeys).toEqual([oldKey, newKey]);
  });
});
