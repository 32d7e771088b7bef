import { z } from 'zod';
import type { JobHandler } from './run-jobs.ts';

const SealedMail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });

/** Hands one mail over. At least once: a process that dies between handing over and saying so sends it again. */
export const sendMail: JobHandler<'send-mail'> = {
  kind: 'api',
  concurrency: 2,
  async run({ mailer, secrets }, { sealed }) {
    await mailer.send(SealedMail.parse(JSON.parse(secrets.open('mail', sealed))));
  },
};
