import type { Mail } from '../mail.ts';
import { layoutMail } from './layout.ts';

export type NoticeMail = {
  to: string;
  subject: string;
  /** What happened, in one sentence. */
  what: string;
  /** Where to look or undo it. */
  action: { label: string; url: string };
  /** What to do when it was somebody else. */
  otherwise: string;
};

/** Tells the owner of an address that something about their sign-in changed, so that a thief cannot do it in silence. */
export function noticeMail({ to, subject, what, action, otherwise }: NoticeMail): Mail {
  return layoutMail(to, { subject, greeting: subject, parts: [{ text: what }, action], footer: otherwise });
}
