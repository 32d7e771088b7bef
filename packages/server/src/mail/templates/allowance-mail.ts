import type { Mail } from '../mail.ts';
import { layoutMail } from './layout.ts';

export type AllowanceMail = {
  to: string;
  /** Frames of the period that are charged, of how many. */
  used: number;
  allowance: number;
  /** When the frames of the period end. */
  endsAt: Date;
  /** Where the plan can be changed. */
  url: string;
};

const count = new Intl.NumberFormat('en-US');
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

function compose({ to, used, allowance, endsAt, url }: AllowanceMail, subject: string, words: string, advice: string): Mail {
  return layoutMail(to, {
    subject,
    greeting: subject,
    parts: [
      { text: `${count.format(used)} of ${count.format(allowance)} frames are used. ${words} ${day.format(endsAt)} (UTC).` },
      { text: advice },
      { label: 'Open Subscription & Billing', url },
    ],
    footer: 'You get this mail as the owner of the account, once a period at 80 % and once when nothing is left.',
  });
}

/** Tells the owner that four fifths of a period's frames are used, while there is time to do something. */
export const allowanceLowMail = (facts: AllowanceMail): Mail =>
  compose(
    facts,
    '80 % of your frames are used',
    'The period ends on',
    'When nothing is left, uploads are refused until the next period. If that is too early, ' +
      'choose a larger plan: it starts at once with its full number of frames.',
  );

/** Tells the owner that the frames of a period are used up, and what to do. */
export const allowanceUsedMail = (facts: AllowanceMail): Mail =>
  compose(
    facts,
    'Your frames are used up',
    'The period ends on',
    'Until then uploads are refused; nothing that was checked is lost, and nothing more is charged. ' +
      'To go on now, choose a larger plan: it starts at once with its full number of frames.',
  );
