import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, messages } from '@clearframe/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetContactMessages } from '../src/contact/forget-contact-messages.ts';
import { contactMessage } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { asJson, createCookieBox, post } from './helpers/sign-in.ts';

const operator = 'operator@clearframe.example';
let built: Built;
beforeAll(async () => {
  built = await build({ config: { rateLimitScale: 1, operatorEmail: operator } });
});
afterAll(() => built.close());
beforeEach(async () => {
  await built.context.db.delete(contactMessage);
});

const written = {
  firstName: 'Ada',
  lastName: 'Example',
  email: 'ada@shop.example',
  company: 'A Shop',
  subject: 'sales',
  message: 'Two lines\n<b>of text</b>',
  recaptchaToken: 'off',
};
let clients = 0;
const freshIp = () => `10.201.0.${++clients}`;
const send = (body: Record<string, unknown>, ip = freshIp()) => post(built, '/api/contact', body, createCookieBox(), ip);
const stored = () => built.context.db.select().from(contactMessage);

/** Sources of the mails of the outbox that hold this text. */
async function sourcesWith(text: string): Promise<string[]> {
  const folder = join(built.dataDir, 'outbox');
  // A mail that is being written has another name, and is gone when it is whole.
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const sources = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return sources.filter((source) => source.includes(text));
}

describe('the contact form', () => {
  it('PUB-05 stores the message and mails it to the operator, whose answer goes to the sender', async () => {
    const answer = await send(written);
    expect([answer.statusCode, asJson(answer)]).toEqual([200, { status: 'success', data: null, message: messages.contactSent }]);
    const { recaptchaToken: _token, ...fields } = written;
    expect(await stored()).toMatchObject([fields]);
    const [mail] = await built.mailsTo(operator);
    expect(mail?.subject).toBe('Contact form: sales');
    expect(mail?.text).toContain('From Ada Example <ada@shop.example>, A Shop');
    expect(mail?.text).toContain('Two lines\n\n<b>of text</b>');
    const [source = ''] = await sourcesWith('Contact form: sales');
    expect(source).toMatch(/^Reply-To: ada@shop\.example\r$/m);
    expect(source).toMatch(/^To: operator@clearframe\.example\r$/m);
    expect(source).not.toContain('<b>of text</b></p>');
  });

  it('PUB-05 needs no company, and says of every other field what is missing', async () => {
    expect((await send({ ...written, company: '  ' })).statusCode).toBe(200);
    const { company: _company, ...without } = written;
    expect((await send(without)).statusCode).toBe(200);
    expect((await stored()).map(({ company }) => company)).toEqual([null, null]);
    for (const [field, message] of [
      ['firstName', 'Please enter your first name'],
      ['lastName', 'Please enter your last name'],
      ['email', 'Please enter a valid email address'],
      ['subject', messages.subjectRequired],
      ['message', 'Please enter your message'],
      ['recaptchaToken', messages.captchaRequired],
    ] as const) {
      const refused = await send({ ...written, [field]: '' });
      expect([field, refused.statusCode, asJson(refused).message]).toEqual([field, 400, message]);
    }
    expect(await stored()).toHaveLength(2);
  });

  it('SEC-06 SEC-02 no field can add a header or a recipient to the mail', async () => {
    for (const [field, value] of [
      ['email', 'ada@shop.example\r\nBcc: many@victim.example'],
      ['email', 'ada@shop.example, many@victim.example'],
      ['email', '"x" <many@victim.example>'],
      ['firstName', 'Ada\r\nBcc: many@victim.example'],
      ['lastName', 'Example\nBcc: many@victim.example'],
      ['company', 'Shop\r\nBcc: many@victim.example'],
      ['subject', 'sales\r\nBcc: many@victim.example'],
      ['message', 'text\u0000'],
      ['message', 'x'.repeat(limits.contactMessageMaxLength + 1)],
    ] as const)
      expect((await send({ ...written, [field]: value })).statusCode, `${field} ${value.slice(0, 40)}`).toBe(400);
    expect(await stored()).toEqual([]);
    // In the text it is text: no header begins with it.
    await send({ ...written, subject: 'general', message: 'Hello\r\nBcc: many@victim.example' });
    // Of the mails of this file it may be any.
    let source: string | undefined;
    for (let count = 1; source === undefined; count += 1) {
      await built.mailsTo(operator, count);
      [source] = await sourcesWith('Contact form: general');
    }
    const [head = ''] = source.split('\r\n\r\n');
    expect(head).toContain('Reply-To: ada@shop.example');
    expect(head).not.toContain('victim.example');
  });

  it('PUB-05 AUTH-16 takes 5 messages an hour from an address, then says when to come back', async () => {
    const ip = freshIp();
    for (let sent = 0; sent < 5; sent += 1) expect((await send(written, ip)).statusCode).toBe(200);
    const refused = await send(written, ip);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await send(written)).statusCode).toBe(200);
    built.clock.advance(3_600_000);
    expect((await send(written, ip)).statusCode).toBe(200);
  });

  it('PUB-05 removes messages after 180 days, and not before', async () => {
    await send(written);
    built.clock.advance(limits.contactKeptMs);
    expect(await forgetContactMessages(built.context)).toBe(0);
    built.clock.advance(1_000);
    expect(await forgetContactMessages(built.context)).toBe(1);
    expect(await stored()).toEqual([]);
  });
});

describe('the captcha of the contact form', () => {
  it('AUTH-05 takes none that was not solved', async () => {
    const strict = await build({ config: { captcha: 'altcha' } });
    const answer = await post(strict, '/api/contact', { ...written, recaptchaToken: 'made-up' }, createCookieBox(), freshIp());
    expect([answer.statusCode, asJson(answer).message]).toEqual([400, messages.captchaRequired]);
    expect(await strict.context.db.select().from(contactMessage)).toEqual([]);
    await strict.close();
  });
});
