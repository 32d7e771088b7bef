import type { AppealOutcome } from '@clearframe/contract';
import type { Mail } from '../mail.ts';
import { layoutMail } from './layout.ts';
import { plainName } from './plain-name.ts';

type AppealMail = { to: string; platformName: string; outcome: AppealOutcome; url: string };

const said: Record<AppealOutcome, string> = {
  upheld: 'We looked at your upload again. Our decision stands.',
  reversed: 'We looked at your upload again. You were right, and we have lifted the restriction.',
};

/** Tells whoever appealed what became of it. The answer is on the page alone: what somebody typed reaches no stranger's inbox from us. */
export function appealMail({ to, platformName, outcome, url }: AppealMail): Mail {
  return layoutMail(to, {
    subject: `Your appeal to ${plainName(platformName) ?? 'the platform'}`,
    greeting: 'Your appeal is decided',
    parts: [{ text: said[outcome] }, { label: 'Read the answer', url }],
    footer: 'You get this email because somebody gave this address with an appeal.',
  });
}
