import type { PolicyContent } from '@clearframe/contract';
import type { Panel } from '@clearframe/engine/light';

/** What of a policy says whether writing is read. */
export type WritingRules = Pick<PolicyContent, 'keywords' | 'read_writing'>;

/** Whether the account wants the writing of its items: always, or because a keyword list judges it. Pure. */
export const wantsWriting = ({ keywords, read_writing }: WritingRules): boolean =>
  read_writing === 'always' || keywords.forbidden.length > 0 || keywords.required.length > 0;

/** Whether anything asks what is written in a new item: the account, or an analyser that is sent it. Otherwise nobody looks. Pure. */
export const needsWriting = (rules: WritingRules, { members }: Pick<Panel, 'members'>): boolean =>
  wantsWriting(rules) || members.some(({ judgesText }) => judgesText === true);
