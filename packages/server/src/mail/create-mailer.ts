import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Mailer } from './mail.ts';
import { createOutbox } from './outbox.ts';
import { createSmtpMailer } from './smtp.ts';

/** SMTP when SMTP_URL is set, else files in DATA_DIR/outbox. */
export function createMailer({ config, clock }: { config: Config; clock: Clock }): Mailer {
  return config.smtpUrl
    ? createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom })
    : createOutbox({ dataDir: config.dataDir, from: config.mailFrom, clock });
}
