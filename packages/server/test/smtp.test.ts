import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendMailFailed } from '../src/jobs/send-mail.ts';
import { type Mail, type Mailer, MailFault } from '../src/mail/mail.ts';
import { queueMail } from '../src/mail/queue-mail.ts';
import { readMail } from '../src/mail/read-mail.ts';
import { createSmtpMailer } from '../src/mail/smtp.ts';
import { readSmtpUrl } from '../src/mail/smtp-options.ts';
import { verificationMail } from '../src/mail/templates/verification-mail.ts';
import { type Built, build } from './helpers/build.ts';
import { createCertificate } from './helpers/certificate.ts';
import { type SmtpHost, startSmtpHost } from './helpers/smtp-host.ts';

const from = 'Clearframe <no-reply@example.com>';
const url = 'http://localhost:3000/register?verify=abc-_1';
const mailTo = (to: string, name = 'Ada'): Mail => verificationMail({ to, name, code: '01234', url, minutes: 10 });
const certificate = createCertificate();
let folder: string;
let ca: string;

/** Ended after each test, last first: a server waits for its clients. */
const ending: (() => Promise<unknown>)[] = [];
const host = async (...options: Parameters<typeof startSmtpHost>): Promise<SmtpHost> => {
  const started = await startSmtpHost(...options);
  ending.push(() => started.stop());
  return started;
};
const mailer = (address: string, sender = from): Mailer => {
  const made = createSmtpMailer({ url: address, from: sender });
  ending.push(() => made.close());
  return made;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearframe-smtp-'));
  ca = join(folder, 'ca.pem');
  await writeFile(ca, certificate.cert);
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

const faultOf = (sent: Promise<void>): Promise<MailFault> =>
  sent.then(
    () => expect.fail('The mail was taken'),
    (error: unknown) => (error instanceof MailFault ? error : expect.fail(String(error))),
  );

describe('SMTP', () => {
  it('OPS-03 hands mails to a mail server with user and password, over one connection for many', async () => {
    const server = await host();
    const smtp = mailer(`smtp://me:p%40ss@127.0.0.1:${server.port}`);
    for (const n of [1, 2, 3, 4]) await smtp.send(mailTo(`ada-${n}@example.com`));
    expect(server.received).toHaveLength(4);
    expect(server.received[0]).toMatchObject({ from: 'no-reply@example.com', to: ['ada-1@example.com'], user: 'me' });
    expect(readMail(server.received[0]?.source ?? '').text).toBe(mailTo('x').text);
    expect(server.connections()).toBe(1);
  });

  it('OPS-03 marks mails as sent by a program, tells nothing of the program, and repeats the id of a mail sent again', async () => {
    const server = await host();
    const smtp = mailer(`smtp://127.0.0.1:${server.port}`);
    await smtp.send(mailTo('ada@example.com'), 'one-job');
    await smtp.send(mailTo('ada@example.com'), 'one-job');
    await smtp.send(mailTo('ada@example.com'));
    const heads = server.received.map(({ source }) => source.split('\r\n\r\n')[0] ?? '');
    for (const head of heads) {
      expect(head).toMatch(/^From: Clearframe <no-reply@example\.com>\r$/m);
      expect(head).toMatch(/^To: ada@example\.com\r$/m);
      expect(head).toMatch(/^Date: \w{3}, \d{2} \w{3} \d{4} [\d:]{8} \+0000\r$/m);
      expect(head).toMatch(/^Auto-Submitted: auto-generated\r$/m);
      expect(head).toMatch(/^Content-Type: multipart\/alternative/m);
      expect(head).not.toMatch(/^(?:X-Mailer|User-Agent|Disposition-Notification-To|Return-Receipt-To|List-)/im);
    }
    const ids = heads.map((head) => /^Message-I[dD]: (<[^>\r]+@example\.com>)\r$/m.exec(head)?.[1]);
    expect(ids[0]).toBe('<one-job@example.com>');
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).toMatch(/^<[0-9a-f-]{36}@/);
  });

  it('SEC-02 adds no header, recipient or mail through a name, a subject or an address', async () => {
    const server = await host();
    const smtp = mailer(`smtp://127.0.0.1:${server.port}`);
    const evil = 'x\r\nBcc: victim@example.com\r\nX-Evil: 1\r\n\r\nbody\r\n.\r\nMAIL FROM:<evil@example.com>';
    await smtp.send({ ...mailTo('ada@example.com', evil), subject: `Invitation by ${evil}` });
    await smtp.send({ ...mailTo('ada@example.com'), text: `${evil}\r\n.\r\n` });
    for (const to of ['ada@example.com, victim@example.com', 'ada@example.com\r\nRCPT TO:<victim@example.com>'])
      await smtp.send(mailTo(to)).catch(() => undefined);
    const mails = server.received;
    for (const { source } of mails) {
      const head = source.split('\r\n\r\n')[0] ?? '';
      expect(head).not.toMatch(/^(?:bcc|x-evil|cc):/im);
    }
    expect(mails.length).toBeGreaterThan(1);
    expect(mails.flatMap(({ to }) => to)).not.toContain('victim@example.com');
    expect(mails.every((one) => one.from === 'no-reply@example.com' && one.to.length === 1)).toBe(true);
  });

  it.each([
    ['STARTTLS', 'smtp', {}],
    ['TLS from the start', 'smtps', { secure: true }],
  ])(
    'OPS-03 SEC-08 encrypts by %s, and gives nothing to a server whose certificate it does not trust',
    async (_, scheme, more) => {
      const server = await host({ ...certificate, ...more });
      const address = `${scheme}://me:p%40ss@localhost:${server.port}`;
      await mailer(`${address}?ca=${encodeURIComponent(ca)}`).send(mailTo('ada@example.com'));
      expect(server.received).toMatchObject([{ isSecure: true, user: 'me' }]);
      const fault = await faultOf(mailer(address).send(mailTo('ada@example.com')));
      expect(fault.isPermanent).toBe(false);
      expect(server.received).toHaveLength(1);
    },
  );

  it('SEC-08 sends neither password nor mail in the clear where STARTTLS is required and not offered', async () => {
    const server = await host();
    const fault = await faultOf(
      mailer(`smtp://me:p%40ss@127.0.0.1:${server.port}?requireTLS=true`).send(mailTo('a@example.com')),
    );
    expect(fault.message).toContain('STARTTLS');
    expect(server.received).toEqual([]);
    expect(readSmtpUrl('smtp://me:x@mail.example.com')).toMatchObject({ port: 587, secure: false, requireTLS: true });
    expect(readSmtpUrl('smtp://me:x@mail.example.com?requireTLS=false').requireTLS).toBe(false);
    expect(readSmtpUrl('smtp://mail.example.com').requireTLS).toBe(false);
    expect(readSmtpUrl('smtps://mail.example.com')).toMatchObject({ port: 465, secure: true });
  });

  it('OPS-03 tells a wrong password and a server that is down from a refused mail: these are tried again', async () => {
    const server = await host();
    const wrong = await faultOf(mailer(`smtp://me:wrong@127.0.0.1:${server.port}`).send(mailTo('ada@example.com')));
    expect(wrong).toMatchObject({ isPermanent: false, message: expect.stringContaining('535') });
    const gone = await host();
    await gone.stop();
    const down = await faultOf(mailer(`smtp://127.0.0.1:${gone.port}`).send(mailTo('ada@example.com')));
    expect(down.isPermanent).toBe(false);
  });

  it.each([
    [451, '4.7.1 greylisted', false],
    [550, '5.1.1 no such box', true],
  ])('OPS-03 SEC-08 answers %i with a fault that names the code and not the address', async (code, words, isPermanent) => {
    const server = await host();
    server.answers.set('refused', { code, words });
    const fault = await faultOf(mailer(`smtp://127.0.0.1:${server.port}`).send(mailTo('refused@example.com')));
    expect(fault.isPermanent).toBe(isPermanent);
    expect(fault.message).toContain(`${code} ${words.slice(0, 5)}`);
    expect(`${fault.message} ${fault.stack}`).not.toContain('refused@');
  });
});

describe('mails in the queue', () => {
  type Row = { state: string; retry_count: number; later: boolean };
  const jobsOf = async ({ context }: Built, name: string): Promise<Row[]> => {
    const found = await context.db.execute<Row>(
      sql`select state, retry_count, start_after > now() as later from pgboss.job where name = ${name} order by created_on`,
    );
    return found.rows;
  };
  const until = async (isTrue: () => Promise<boolean> | boolean) => {
    while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  /** The time of the next try is now. */
  const hurry = ({ context }: Built) => context.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`);
  const start = async (port: number, log: string[]) => {
    const built = await build({
      config: { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: from },
      onLog: (line) => log.push(line),
    });
    ending.push(() => built.close());
    await built.context.queue.work('send-mail-failed', {}, (payload, run) => sendMailFailed.run(built.context, payload, run));
    return built;
  };
  const queueTo = ({ context }: Built, to: string) => context.db.transaction((tx) => queueMail(context, mailTo(to), tx));

  it('OPS-03 OPS-04 keeps a mail while the server is down, waits before the next try, and sends it once the server is up', async () => {
    const down = await startSmtpHost();
    await down.stop();
    const log: string[] = [];
    const built = await start(down.port, log);
    await queueTo(built, 'ada@example.com');
    await until(async () => (await jobsOf(built, 'send-mail')).some(({ state }) => state === 'retry'));
    expect(await jobsOf(built, 'send-mail')).toMatchObject([{ state: 'retry', later: true }]);
    const up = await host({}, down.port);
    await hurry(built);
    await until(() => up.received.length > 0);
    await until(async () => (await jobsOf(built, 'send-mail'))[0]?.state === 'completed');
    expect(up.received).toHaveLength(1);
    expect(log.join('')).not.toContain('ada@example.com');
  });

  it('OPS-03 SEC-08 gives up a refused box at once, retries a busy one, and keeps neither from the others', async () => {
    const server = await host();
    server.answers.set('refused', { code: 550, words: '5.1.1 no such box' });
    server.answers.set('busy', { code: 451, words: '4.2.1 later' });
    const log: string[] = [];
    const built = await start(server.port, log);
    const boxes = ['refused-1', 'busy-1', 'ada', 'refused-2', 'busy-2', 'grace', 'refused-3', 'edsger'];
    for (const box of boxes) await queueTo(built, `${box}@example.com`);
    await until(() => server.received.length === 3 && log.join('').split('a mail was not delivered').length === 4);
    await until(async () => (await jobsOf(built, 'send-mail')).filter(({ state }) => state === 'retry').length === 2);
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(['ada', 'edsger', 'grace'].map((box) => `${box}@example.com`));
    // The server has a mail a moment before its job is done.
    await until(async () => (await jobsOf(built, 'send-mail')).filter(({ state }) => state === 'completed').length === 6);
    server.answers.clear();
    await hurry(built);
    await until(() => server.received.length === 5);
    const lines = log.filter((line) => line.includes('a mail was not delivered'));
    expect(lines[0]).toMatch(/address="?[0-9a-f]{16}.*why=.*550 5\.1\.1.*failed_today=[123]/);
    expect(new Set(lines.map((line) => /address="?([0-9a-f]{16})/.exec(line)?.[1])).size).toBe(3);
    expect(log.join('')).not.toMatch(/(?:refused|busy)-\d@/);
    expect(JSON.stringify((await built.context.db.execute(sql`select data, output from pgboss.job`)).rows)).not.toContain(
      '@example.com',
    );
  });

  it('OPS-03 logs and counts a mail whose last try failed', async () => {
    const server = await host();
    server.answers.set('busy', { code: 451, words: '4.2.1 later' });
    const log: string[] = [];
    const built = await start(server.port, log);
    await queueTo(built, 'busy@example.com');
    await until(async () => (await jobsOf(built, 'send-mail'))[0]?.state === 'retry');
    // As if every try but the last had been made.
    await built.context.db.execute(sql`update pgboss.job set retry_count = retry_limit - 1 where name = 'send-mail'`);
    await hurry(built);
    await until(() => log.some((line) => line.includes('a mail was not delivered')));
    expect(await jobsOf(built, 'send-mail')).toMatchObject([{ state: 'failed', retry_count: 12 }]);
    expect(log.find((line) => line.includes('a mail was not delivered'))).toMatch(/why="every attempt failed" failed_today=1/);
  });
});
