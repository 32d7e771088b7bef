import { z } from 'zod';
import { MailFault } from '../mail/mail.ts';
import type { Secrets } from '../security/secrets.ts';
import { sha256 } from '../security/secrets.ts';
import type { JobHandler } from './run-jobs.ts';

const SealedMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  replyTo: z.string().optional(),
});

const openMail = (secrets: Secrets, sealed: string) => SealedMail.parse(JSON.parse(secrets.open('mail', sealed)));

/**
 * Hands one mail over. At least once: a process that dies between handing over and saying so sends it again, with the same
 * Message-ID. A mail that the server will never take is not tried again; the others wait for their next try on their own.
 */
export const sendMail: JobHandler<'send-mail'> = {
  role: 'jobs',
  concurrency: 2,
  async run({ mailer, secrets, queue }, { sealed }, { id }) {
    try {
      await mailer.send(openMail(secrets, sealed), id);
    } catch (error) {
      if (!(error instanceof MailFault) || !error.isPermanent) throw error;
      await queue.add('send-mail-failed', { sealed, why: error.message }, { singletonKey: id });
    }
  },
};

/** Says that a mail never arrives, with the SHA-256 of its address by which the operator can tell one box from many. */
export const sendMailFailed: JobHandler<'send-mail-failed'> = {
  role: 'jobs',
  concurrency: 1,
  async run({ log, secrets, queue }, { sealed, why }) {
    const { to, subject } = openMail(secrets, sealed);
    const failedToday = await queue.remembered('send-mail-failed');
    const address = sha256(to.toLowerCase()).slice(0, 16);
    log.error({ subject, address, why: why ?? 'every attempt failed', failedToday }, 'a mail was not delivered');
  },
};
