import { hash } from '@node-rs/argon2';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOutdated, requireHashingRoom, verifyPassword } from '../src/accounts/passwords.ts';
import { securityEvent, user } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { asJson, createCookieBox, password, post, registerAndSignIn } from './helpers/sign-in.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

const minute = 60_000;
const login = (email: string, given: string, ip: string, box = createCookieBox()) =>
  post(built, '/api/auth/login', { email, password: given, recaptchaToken: 'off' }, box, ip);

describe('sign-in', () => {
  it('AUTH-06 signs in whatever the case of the address', async () => {
    const { email, userId } = await registerAndSignIn(built, 'login@example.com');
    const answer = await login('LOGIN@example.com', password, '10.1.0.1');
    expect(answer.json()).toMatchObject({ status: 'success', data: { user: { id: userId, email } } });
  });

  it('AUTH-06 answers an unknown address exactly as a wrong password', async () => {
    await registerAndSignIn(built, 'neutral@example.com');
    const wrong = await login('neutral@example.com', 'Wrong-password-1', '10.1.1.1');
    const unknown = await login('nobody@example.com', 'Wrong-password-1', '10.1.1.2');
    expect(wrong.statusCode).toBe(401);
    expect(unknown.statusCode).toBe(401);
    expect(unknown.body).toBe(wrong.body);
    expect(asJson(wrong).message).toBe('The email address or password is wrong');
    expect(wrong.cookies).toEqual([]);
  });

  it('AUTH-16 SEC-09 says with every answer how many tries the client has left, and nothing of the mail address', async () => {
    const { email } = await registerAndSignIn(built, 'headers@example.com');
    const told = async (address: string, given: string) => {
      const { headers } = await login(address, given, '10.1.9.1');
      return [headers['ratelimit-policy'], headers.ratelimit];
    };
    const policy = '"login-address";q=1000;w=3600';
    expect(await told(email, password)).toEqual([policy, '"login-address";r=999;t=3600']);
    expect(await told(email, 'Wrong-password-1')).toEqual([policy, '"login-address";r=998;t=3600']);
    expect(await told('headers-nobody@example.com', 'Wrong-password-1')).toEqual([policy, '"login-address";r=997;t=3600']);
  });

  it('AUTH-08 sets exactly the cookies of the contract', async () => {
    await registerAndSignIn(built, 'cookies@example.com');
    const answer = await login('cookies@example.com', password, '10.1.2.1');
    const byName = Object.fromEntries(answer.cookies.map(({ name, ...rest }) => [name, rest]));
    expect(Object.keys(byName).sort()).toEqual([
      'access_token',
      'known_device',
      'logged_in',
      'pending_registration',
      'refresh_token',
    ]);
    expect(byName.known_device).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api', maxAge: 15_552_000 });
    expect(byName.access_token).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 900 });
    expect(byName.refresh_token).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/auth', maxAge: 604_800 });
    expect(byName.logged_in).toMatchObject({ value: 'true', sameSite: 'Lax', path: '/' });
    expect(byName.logged_in?.httpOnly).toBeUndefined();
    expect(byName.pending_registration?.value).toBe('');
    expect(answer.cookies.some((cookie) => cookie.secure)).toBe(false);
  });

  it('AUTH-16 delays an address after 5 failures for 1, 2, 4 minutes, even with the right password, then lets it in', async () => {
    const email = 'delay@example.com';
    await registerAndSignIn(built, email);
    const waits: string[] = [];
    for (let n = 0; n < 4; n += 1) expect((await login(email, 'Wrong-password-1', `10.2.0.${n}`)).statusCode).toBe(401);
    for (let n = 0; n < 3; n += 1) {
      expect((await login(email, 'Wrong-password-1', `10.2.1.${n}`)).statusCode).toBe(401);
      const locked = await login(email, password, `10.2.2.${n}`);
      expect(locked.statusCode).toBe(429);
      waits.push(String(locked.headers['retry-after']));
      built.clock.advance(Number(locked.headers['retry-after']) * 1000);
    }
    expect(waits).toEqual(['60', '120', '240']);
    expect((await login(email, password, '10.2.3.1')).statusCode).toBe(200);
    expect((await login(email, 'Wrong-password-1', '10.2.3.2')).statusCode).toBe(401);
  });

  it('AUTH-16 delays an unknown address just the same', async () => {
    for (let n = 0; n < 5; n += 1) await login('ghost@example.com', 'Wrong-password-1', `10.3.0.${n}`);
    const locked = await login('ghost@example.com', 'Wrong-password-1', '10.3.1.1');
    expect(locked.statusCode).toBe(429);
    expect(locked.headers['retry-after']).toBe('60');
  });

  it('AUTH-16 looks at 5 of 30 parallel wrong passwords', async () => {
    const email = 'burst@example.com';
    await registerAndSignIn(built, email);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => login(email, 'Wrong-password-1', `10.4.0.${n}`)));
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(5);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(25);
  });

  it('AUTH-16 SEC-09 limits one client to 10 sign-ins in 15 minutes for an address, with the headers that say so', async () => {
    const email = 'pair@example.com';
    await registerAndSignIn(built, email);
    for (let n = 0; n < 10; n += 1) expect((await login(email, password, '10.5.0.1')).statusCode).toBe(200);
    const refused = await login(email, password, '10.5.0.1');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('900');
    expect(refused.headers['ratelimit-policy']).toBe('"login-pair";q=10;w=900');
    expect(refused.headers.ratelimit).toBe('"login-pair";r=0;t=900');
    expect((await login(email, password, '10.5.0.2')).statusCode).toBe(200);
    built.clock.advance(15 * minute);
    expect((await login(email, password, '10.5.0.1')).statusCode).toBe(200);
  });

  it('AUTH-16 SEC-09 sends people away with the time to wait while too many wait for a hash, and counts no failure of theirs', async () => {
    const { email } = await registerAndSignIn(built, 'crowd@example.com');
    const quick = await hash('x', { memoryCost: 8, timeCost: 1, parallelism: 1 });
    let crowded = true;
    const isFull = () => {
      try {
        requireHashingRoom();
        return false;
      } catch {
        return true;
      }
    };
    const crowd: Promise<void>[] = [];
    // As soon as one leaves the line the next takes its place, before any request is read.
    const fill = () => {
      while (crowded && !isFull()) crowd.push(verifyPassword(quick, 'x').then(fill));
    };
    fill();
    for (let n = 0; n < 6; n += 1) {
      const refused = await login(email, password, '10.8.0.1');
      expect([refused.statusCode, asJson(refused).message]).toEqual([503, 'The server is busy. Try again in a moment.']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    crowded = false;
    await Promise.all(crowd);
    expect((await login(email, 'Wrong-password-1', '10.8.0.1')).statusCode).toBe(401);
    expect((await login(email, password, '10.8.0.1')).statusCode).toBe(200);
  });

  it('AUTH-06 replaces a hash of older parameters at the next sign-in', async () => {
    const { email, userId } = await registerAndSignIn(built, 'rehash@example.com');
    const { db } = built.context;
    const weak = await hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await db.update(user).set({ passwordHash: weak }).where(eq(user.id, userId));
    expect((await login(email, password, '10.6.0.1')).statusCode).toBe(200);
    const [row] = await db.select().from(user).where(eq(user.id, userId));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(isOutdated(row?.passwordHash ?? '')).toBe(false);
    expect((await login(email, password, '10.6.0.1')).statusCode).toBe(200);
  });

  it('AUTH-16 records sign-ins for an auditor', async () => {
    const { email, userId } = await registerAndSignIn(built, 'audit@example.com');
    await login(email, 'Wrong-password-1', '10.7.0.1');
    await login(email, password, '10.7.0.1');
    const rows = await built.context.db
      .select()
      .from(securityEvent)
      .where(eq(securityEvent.userId, userId))
      .orderBy(desc(securityEvent.id));
    expect(rows.map((row) => row.kind)).toEqual(['login.succeeded', 'login.failed', 'registration.completed']);
  });
});
