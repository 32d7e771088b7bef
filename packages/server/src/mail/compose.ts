import { randomUUID } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mail.ts';

/** The part of MAIL_FROM behind the @. */
function domainOf(from: string): string {
  return /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';
}

/**
 * A mail as nodemailer takes it: plain text and HTML, marked as sent by a program, so that vacation notices stay away (RFC 3834).
 * No file and no address is ever read for it, and recipient and replier are one address each, never a list that
 * their text could hold.
 */
export function composeMail(mail: Mail, { from, id }: { from: string; id?: string | undefined }): SendMailOptions {
  return {
    from,
    to: { name: '', address: mail.to },
    ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${id ?? randomUUID()}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
    xMailer: false,
  };
}
