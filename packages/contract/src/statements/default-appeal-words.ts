import type { AppealWords } from './statements.ts';

/** What the public page says where the account has no words of its own. */
export const defaultAppealWords: AppealWords = {
  appeal_intro: 'Free of charge, once for each decision. A person decides.',
  appeal_thanks: 'We have your appeal. A person will decide it. This page will show the outcome.',
  appeal_upheld: 'We looked again. The decision stands.',
  appeal_reversed: 'You were right. We lifted the restriction.',
};
