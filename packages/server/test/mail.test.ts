import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMail } from '../src/mail/read-mail.ts';
import { accountExistsMail } from '../src/mail/templates/account-exists-mail.ts';
import { layoutMail } from '../src/mail/templates/layout.ts';
import { verificationMail } from '../src/mail/templates/verification-mail.ts';
import { outboxPage } from '../src/routes/operation/outbox-page.ts';
import { type Built, build } from './helpers/build.ts';
import { registerAndSignIn } from './helpers/sign-in.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

const url = 'http://localhost:3000/register?verify=abc-_1';
const mail = verificationMail({ to: 'ada@example.com', name: "Ada O'Łovelace", code: '01234', url, minutes: 10 });

describe('mails', () => {
  it('AUTH-04 carries the code and the link, greets by name and loads nothing', () => {
    expect(mail.text).toContain('    01234');
    expect(mail.text).toContain(url);
    expect(mail.html).toContain('Hello Ada O&#39;Łovelace');
    expect(mail.html).not.toMatch(/<img|<link|<script|url\(/);
    expect(mail.subject).not.toContain('01234');
    expect(accountExistsMail({ to: 'a@example.com', url }).html).not.toMatch(/<img|<link|<script|url\(/);
  });

  it('AUTH-16 SEC-02 carries no name that could be an advertisement, an address or markup', () => {
    for (const name of [
      'Win at evil.example',
      'https://evil.example',
      'Call +1 555',
      '<b>Ada</b>',
      'a@b.example',
      'x'.repeat(61),
    ]) {
      const { html, text } = verificationMail({ to: 'ada@example.com', name, code: '01234', url, minutes: 10 });
      expect(text.startsWith('Hello\n')).toBe(true);
      expect(html).not.toContain(name);
    }
    const content = { subject: 'a < b', greeting: '<i>', parts: [{ text: '"&\'' }], footer: '</div>' };
    expect(layoutMail('a@example.com', content).html).not.toMatch(/<i>|"&'|a < b/);
  });
});

describe('outbox', () => {
  it('AUTH-03 keeps each mail as a whole file that only its owner reads, and reads it back', async () => {
    await built.context.mailer.send(mail);
    const [read] = await built.mailsTo('ada@example.com');
    expect(read).toMatchObject({ to: 'ada@example.com', subject: mail.subject, text: mail.text });
    const folder = join(built.dataDir, 'outbox');
    const names = await readdir(folder);
    expect(names.every((name) => /^\d{8}T\d{9}Z-[0-9a-f-]{36}\.eml$/.test(name))).toBe(true);
    const { mode } = await stat(join(folder, names[0] ?? ''));
    expect(mode & 0o777).toBe(0o600);
  });

  it('AUTH-03 shows mails at /dev/outbox on the local machine, newest first, as text', async () => {
    await registerAndSignIn(built, 'outbox@example.com');
    const page = await built.app.inject({ method: 'GET', url: '/dev/outbox', headers: { host: 'localhost:3000' } });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.body).toContain('outbox@example.com');
    expect(page.body).toContain('Hello Ada O&#39;Łovelace');
    expect(page.body.match(/<script/g)).toHaveLength(1);
    const script = /<script>(.*)<\/script>/s.exec(page.body)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(page.headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'; connect-src 'self'`);
    expect(page.body).toMatch(/<a href="http:\/\/localhost:3000\/register\?verify=[\w-]+">/);
    const source = /\/dev\/outbox\/[^"]+\.eml/.exec(page.body)?.[0] ?? '';
    const eml = await built.app.inject({ method: 'GET', url: source, headers: { host: '127.0.0.1:3000' } });
    expect(eml.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(readMail(eml.body).text).toMatch(/^ {4}\d{5}$/m);
    const climbing = await built.app.inject({
      method: 'GET',
      url: '/dev/outbox/..%2fsecret.key',
      headers: { host: 'localhost' },
    });
    expect(climbing.statusCode).toBe(404);
  });

  it('AUTH-14 links the whole address of a reset at /dev/outbox, escaped characters included', () => {
    const link = 'http://localhost:3000/reset-password?token=abc&email=ada%2Bshop%40example.com';
    const mail = {
      name: 'x.eml',
      subject: 'Reset',
      to: 'ada@example.com',
      date: 'today',
      text: `Set it: ${link}\nGood for 30 minutes.`,
    };
    const page = outboxPage([mail], { publicUrl: 'http://localhost:3000', smtpUrl: null });
    expect(page).toContain(`<a href="${link.replace('&', '&amp;')}">`);
  });

  it('SEC-10 closes /dev/outbox behind a proxy, under a foreign name and outside local mode', async () => {
    for (const headers of [
      { host: 'clearframe.example' },
      { host: 'localhost.evil.example' },
      { host: 'localhost', 'x-forwarded-for': '203.0.113.1' },
      { host: 'localhost', forwarded: 'for=203.0.113.1' },
      { host: 'localhost', 'x-forwarded-host': 'x' },
      { host: 'localhost', via: '1.1 proxy' },
    ])
      for (const address of ['/dev/outbox', '/dev/outbox/x.eml']) {
        const answer = await built.app.inject({ method: 'GET', url: address, headers });
        expect(answer.statusCode, JSON.stringify(headers)).toBe(403);
      }
    const open = await build({ config: { localMode: false, publicUrl: 'https://moderation.example' } });
    const answer = await open.app.inject({ method: 'GET', url: '/dev/outbox', headers: { host: 'localhost' } });
    expect(answer.statusCode).toBe(404);
    await open.close();
  });
});
