import { createTransport } from 'nodemailer';
import type { Mailer } from './mail.ts';

/** @param url `smtp://user:password@host:587` (STARTTLS where the server offers it) or `smtps://…` (TLS from the start) */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer & { close(): void } {
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 });
  return {
    async send(mail) {
      await transport.sendMail({ from, disableFileAccess: true, disableUrlAccess: true, ...mail });
    },
    close: () => transport.close(),
  };
}
