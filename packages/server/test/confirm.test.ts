import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireConfirmed } from '../src/accounts/confirm.ts';
import { authenticateSession } from '../src/accounts/sessions.ts';
import { securityEvent } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { password, post, registerAndSignIn } from './helpers/sign-in.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

describe('proof of who one is before a sensitive change', () => {
  it('AUTH-16 lasts ten minutes, is renewed by the password and by nothing else', async () => {
    const { box, userId } = await registerAndSignIn(built);
    const caller = () => authenticateSession(built.context, box.get('access_token'));
    const check = async () => requireConfirmed(await caller(), built.clock.now());
    built.clock.advance(10 * 60_000);
    await check();
    built.clock.advance(1);
    await expect(check()).rejects.toMatchObject({ code: 'confirmation_required', status: 403 });
    const wrong = await post(built, '/api/auth/confirm', { password: 'Wrong-password-1' }, box);
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, 'The password is wrong']);
    await expect(check()).rejects.toMatchObject({ code: 'confirmation_required' });
    expect((await post(built, '/api/auth/confirm', { password }, box)).statusCode).toBe(200);
    await check();
    const events = await built.context.db.select().from(securityEvent).where(eq(securityEvent.userId, userId));
    expect(events.map(({ kind }) => kind).sort()).toEqual([
      'registration.completed',
      'session.confirm_failed',
      'session.confirmed',
    ]);
    expect(new Set(events.map(({ ip }) => ip).slice(1))).toEqual(new Set(['127.0.0.1']));
  });

  it('AUTH-16 delays guesses of the password as it does at the sign-in', async () => {
    const { box } = await registerAndSignIn(built);
    const guess = () => post(built, '/api/auth/confirm', { password: 'Wrong-password-1' }, box);
    for (let n = 0; n < 5; n += 1) expect((await guess()).statusCode).toBe(400);
    const refused = await guess();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
  });
});

describe('the security log', () => {
  it('AUTH-16 cannot be rewritten, and only lines older than a year can be removed', async () => {
    const { db } = built.context;
    const old = new Date(Date.now() - 366 * 24 * 3_600_000);
    await db.insert(securityEvent).values([{ kind: 'login.failed', createdAt: old }, { kind: 'login.failed' }]);
    const refused = { cause: { message: 'security_event is append-only' } };
    await expect(db.update(securityEvent).set({ kind: 'login.succeeded' })).rejects.toMatchObject(refused);
    await expect(db.delete(securityEvent)).rejects.toMatchObject(refused);
    await expect(db.execute(sql`truncate security_event`)).rejects.toMatchObject(refused);
    await db.delete(securityEvent).where(eq(securityEvent.createdAt, old));
    expect(await db.select().from(securityEvent).where(eq(securityEvent.createdAt, old))).toEqual([]);
  });
});
