import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { composeMail } from './compose.ts';
import { type Mailer, MailFault } from './mail.ts';
import { readSmtpUrl } from './smtp-options.ts';

/** As many as the job sends at the same time. */
const connections = 2;

const SmtpError = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
  response: z.string().optional(),
});

/** Commands that speak of this one mail. What is refused at any other is a fault of the set-up, and worth another try. */
const ofThisMail = ['RCPT TO', 'DATA', 'BDAT'];

const waits = { connectionTimeout: 10_000, greetingTimeout: 10_000 };

/** The fault in words without an address: command, code, and the extended code of RFC 3463 where there is one. */
function toFault(error: unknown, what = 'the mail server rejected a mail'): MailFault {
  const read = SmtpError.safeParse(error);
  if (!read.success) return new MailFault('could not use the mail server', false);
  const { code = 'no code', command = '', responseCode, response = '' } = read.data;
  const extended = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const words = [code, command.split(' ').slice(0, 2).join(' '), responseCode, extended].filter(Boolean).join(' ');
  const isPermanent = responseCode !== undefined && responseCode >= 500 && ofThisMail.includes(command);
  return new MailFault(`${what}: ${words}`, isPermanent);
}

/**
 * Mails by SMTP over connections that stay open for the next one.
 * @param url see {@link readSmtpUrl}
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    ...readSmtpUrl(url),
    pool: true,
    maxConnections: connections,
    ...waits,
    socketTimeout: 30_000,
  });
  return {
    async send(mail, id) {
      try {
        await transport.sendMail(composeMail(mail, { from, id }));
      } catch (error) {
        throw toFault(error);
      }
    },
    close: async () => transport.close(),
  };
}

/**
 * Greets a mail server, encrypts and signs in as for a mail, and sends none.
 * @param url see {@link readSmtpUrl}
 * @throws MailFault
 */
export async function greetMailServer(url: string): Promise<void> {
  const transport = createTransport({ ...readSmtpUrl(url), ...waits, socketTimeout: 10_000 });
  try {
    await transport.verify();
  } catch (error) {
    throw toFault(error, 'the mail server cannot be used');
  } finally {
    transport.close();
  }
}
