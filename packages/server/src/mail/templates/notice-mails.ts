import type { NoticeOutcome } from '@clearframe/contract';
import type { Mail } from '../mail.ts';
import { layoutMail, linesOf } from './layout.ts';
import { longTime } from './long-time.ts';
import { plainName } from './plain-name.ts';

const nameOr = (name: string) => plainName(name) ?? 'The platform';

type ReceivedMail = { to: string; accountName: string; number: number; dueAt: Date; statusUrl: string; acknowledgement: string };

/**
 * Acknowledges a notice. It repeats nothing that the notifier typed: their address may belong to somebody else. The account's own words
 * come first.
 */
export function noticeReceivedMail({ to, accountName, number, dueAt, statusUrl, acknowledgement }: ReceivedMail): Mail {
  return layoutMail(to, {
    subject: `Notice ${number} received`,
    greeting: 'We received your notice',
    parts: [
      ...(acknowledgement === '' ? [] : linesOf(acknowledgement)),
      { text: `${nameOr(accountName)} received your notice. Its number is ${number}.` },
      { text: `Expect a decision by ${longTime(dueAt)}.` },
      { label: 'See its status', url: statusUrl },
    ],
    footer: 'Didn’t send a notice? You can ignore this email. Not legal advice.',
  });
}

const outcomes: Record<NoticeOutcome, string> = {
  removed: 'removed the content',
  restricted: 'restricted the content',
  no_action: 'took no action',
  not_found: 'did not find the content',
};

type DecidedMail = { to: string; accountName: string; number: number; outcome: NoticeOutcome; answer: string; statusUrl: string };

/** The answer to a notifier. */
export function noticeDecidedMail({ to, accountName, number, outcome, answer, statusUrl }: DecidedMail): Mail {
  return layoutMail(to, {
    subject: `Notice ${number}: decision`,
    greeting: `Decision on notice ${number}`,
    parts: [
      { text: `${nameOr(accountName)} ${outcomes[outcome]}. Their answer:` },
      ...linesOf(answer),
      { label: 'See the decision', url: statusUrl },
    ],
    footer: 'A person or a program of the platform decided this. Not legal advice.',
  });
}

const dueWords = {
  half: 'Half of its time has passed.',
  soon: 'Three quarters of its time have passed.',
  overdue: 'Its time has passed.',
} as const;

type DueMail = { to: string; number: number; dueAt: Date; level: keyof typeof dueWords; url: string };

/** Reminds the team of an open notice. It does not say who sent it. */
export function noticeDueMail({ to, number, dueAt, level, url }: DueMail): Mail {
  const subject = level === 'overdue' ? `Notice ${number} is overdue` : `Notice ${number} waits for a decision`;
  const due = level === 'overdue' ? 'was due' : 'is due';
  const parts = [
    { text: `Notice ${number} is still open. ${dueWords[level]}` },
    { text: `It ${due} by ${longTime(dueAt)}.` },
    { label: 'Open the notice', url },
  ];
  return layoutMail(to, { subject, greeting: subject, parts, footer: 'Owners and moderators get this email. Not legal advice.' });
}
