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
      { text: `You have used ${count.format(used)} of ${count.format(allowance)} frames. ${words} ${day.format(endsAt)} (UTC).` },
      { text: advice },
      { label: 'Open Subscription & Billing', url },
    ],
    footer: 'You get this email as the owner: once a period at 80 % and once at 100 %.',
  });
}

/** Tells the owner that four fifths of a period's frames are used, while there is time to do something. */
export const allowanceLowMail = (facts: AllowanceMail): Mail =>
  compose(
    facts,
    'You have used 80 % of your frames',
    'The period ends on',
    'Without frames, uploads stop until the next period. Need more now? ' +
      'Choose a larger plan. It starts at once with all its frames.',
  );

/** Tells the owner that the frames of a period are used up, and what to do. */
export const allowanceUsedMail = (facts: AllowanceMail): Mail =>
  compose(
    facts,
    'You have used all your frames',
    'The period ends on',
    'Until then, uploads stop. Your results stay, and we charge nothing more. ' +
      'To continue now, choose a larger plan. It starts at once with all its frames.',
  );
