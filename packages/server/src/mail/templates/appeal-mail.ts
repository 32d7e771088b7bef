import type { AppealOutcome } from '@clearframe/contract';
import type { Mail } from '../mail.ts';
import { layoutMail, linesOf } from './layout.ts';
import { plainName } from './plain-name.ts';

type AppealMail = { to: string; platformName: string; outcome: AppealOutcome; words: string | undefined; url: string };

const said: Record<AppealOutcome, string> = {
  upheld: 'We looked at your upload again. Our decision stands.',
  reversed: 'We looked at your upload again. You were right, and we have lifted the restriction.',
};

/**
 * Tells whoever appealed what became of it, in the owner's words for every such outcome or in ours. The answer is on the page alone: what
 * somebody typed about a case reaches no stranger's inbox from us.
 */
export function appealMail({ to, platformName, outcome, words, url }: AppealMail): Mail {
  return layoutMail(to, {
    subject: `Your appeal to ${plainName(platformName) ?? 'the platform'}`,
    greeting: 'Your appeal is decided',
    parts: [...linesOf(words || said[outcome]), { label: 'Read the answer', url }],
    footer: 'You get this email because somebody gave this address with an appeal.',
  });
}
