import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/log.ts';
import { build } from './helpers/build.ts';
import { codeOf, createCookieBox, linkOf, password, post, register } from './helpers/sign-in.ts';

/** Every row of every table, the queue's too, as text. */
async function dump(built: Awaited<ReturnType<typeof build>>): Promise<string> {
  const { rows: tables } = await built.database.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await built.database.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return texts.join('\n');
}

it('SEC-08 leaves no password, code, link or token in the log or the database', async () => {
  const lines: string[] = [];
  // The first mail stays in the queue, as it does while a mail server is down.
  const built = await build({ onLog: (line) => lines.push(line), mails: false });
  const email = 'secret@example.com';
  const box = await register(built, email);
  const queued = await dump(built);
  await built.sendMails();
  const [mail] = await built.mailsTo(email);
  const [code, link, pending] = [codeOf(mail?.text ?? ''), linkOf(mail?.text ?? ''), box.get('pending_registration') ?? ''];
  await post(built, '/api/auth/complete-registration', { verification_token: '00000' }, createCookieBox());
  const done = await post(built, '/api/auth/complete-registration', { verification_token: code }, box);
  expect(done.statusCode).toBe(200);
  const tokens = [box.get('access_token') ?? '', box.get('refresh_token') ?? ''];
  const credentials = { email, password, recaptchaToken: 'off' };
  await post(built, '/api/auth/login', { ...credentials, password: `${password}-wrong` }, createCookieBox());
  await post(built, '/api/auth/login', credentials, box);
  tokens.push(box.get('access_token') ?? '', box.get('refresh_token') ?? '');
  await post(built, '/api/auth/refresh', undefined, box);
  await post(built, '/api/auth/login', { ...credentials, password: [password] }, createCookieBox());
  await post(built, '/api/auth/forgot-password', { email, recaptchaToken: 'off' }, createCookieBox());
  const mails = await built.mailsTo(email, 2);
  const resetToken = mails.map(({ text }) => /token=([\w-]{43})/.exec(text)?.[1]).find((token) => token !== undefined) ?? '';
  const asked = await dump(built);
  const newPassword = 'Another-horse-10';
  const reset = '/api/auth/reset-password';
  await built.app.inject({ method: 'GET', url: `/reset-password?token=${resetToken}&email=${email}` });
  await post(built, reset, { token: `${resetToken}x`, password: newPassword }, createCookieBox());
  await post(built, reset, { token: resetToken, password: [newPassword] }, createCookieBox());
  expect((await post(built, reset, { token: resetToken, password: newPassword }, createCookieBox())).statusCode).toBe(200);
  tokens.push(resetToken);
  const everything = [queued, asked, await dump(built), ...lines].join('\n');
  await built.close();

  expect(everything).toContain('pgboss.job');
  expect(everything).toContain(email);
  expect(lines.join('')).toContain('request refused');
  expect(tokens.every((token) => token.length === 43)).toBe(true);
  for (const secret of [password, newPassword, link, pending, ...tokens]) expect(everything.includes(secret)).toBe(false);
  expect(everything).not.toMatch(new RegExp(`(?<![\\w.:+-])${code}(?![\\w.:+-])`));
});

it.each(['text', 'json'] as const)('SEC-08 logs a failed query without its parameters, as %s', (logFormat) => {
  const lines: string[] = [];
  const log = createLog({ ...readConfig({}), logLevel: 'info', logFormat }, 'test', (line) => lines.push(line));
  const error = new DrizzleQueryError(
    'insert into "user" values ($1)',
    ['a password\n    at home'],
    new Error('connection lost'),
  );
  log.child({ reqId: 'r' }).error({ err: error, url: '/api/auth/register' }, 'request failed');
  const text = lines.join('').replaceAll('\\"', '"');
  expect(text).toContain('insert into "user"');
  expect(text).toContain('connection lost');
  expect(text).not.toContain('password');
  expect(text).not.toContain('at home');
});
