import type { ContactSubject } from '@clearframe/contract';
import type { Mail } from '../mail.ts';
import { layoutMail } from './layout.ts';

export type ContactMail = {
  to: string;
  publicUrl: string;
  firstName: string;
  lastName: string;
  email: string;
  company?: string | undefined;
  topic: ContactSubject;
  message: string;
};

const subjects: Record<ContactSubject, string> = {
  sales: 'Contact form: sales',
  support: 'Contact form: support',
  partnership: 'Contact form: partnership',
  general: 'Contact form: general',
};

/**
 * What a visitor wrote, for the operator. Of the headers only Reply-To holds anything of theirs, the address alone, which the
 * contract has checked: names could carry line breaks, and with them headers of their own.
 */
export function contactMail({ to, publicUrl, firstName, lastName, email, company, topic, message }: ContactMail): Mail {
  const from = `${firstName} ${lastName} <${email}>${company ? `, ${company}` : ''}`;
  const paragraphs = message.split(/(?:\r\n|\r|\n)+/).map((text) => ({ text }));
  const mail = layoutMail(to, {
    subject: subjects[topic],
    greeting: subjects[topic],
    parts: [{ text: `From ${from}` }, ...paragraphs],
    footer: `Written in the contact form of ${publicUrl}. Replies go to the address above. Nobody has verified it.`,
  });
  return { ...mail, replyTo: email };
}
