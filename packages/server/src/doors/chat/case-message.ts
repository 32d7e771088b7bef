import type { ChatKind, NoticeLevel } from '@clearframe/contract';
import { linesMessage } from './chat-message.ts';

export type CaseKind = 'notice' | NoticeLevel | 'appeal';

const words: Record<CaseKind, readonly [one: string, many: string]> = {
  notice: ['1 notice came in', 'notices came in'],
  half: ['1 notice has half of its time left', 'notices have half of their time left'],
  soon: ['1 notice is due soon', 'notices are due soon'],
  overdue: ['1 notice is overdue', 'notices are overdue'],
  appeal: ['1 appeal came in', 'appeals came in'],
};
const linkWords: Record<CaseKind, string> = {
  notice: 'Notice',
  half: 'Notice at half time',
  soon: 'Notice due soon',
  overdue: 'Overdue notice',
  appeal: 'Appeal',
};

/** Notices and appeals as one message: how many, and where they wait. Nothing that anybody wrote, and nobody's name. Pure. */
export function caseMessage(chat: ChatKind, cases: readonly { kind: CaseKind; id: string }[], publicUrl: string): object {
  const kinds: readonly CaseKind[] = ['overdue', 'soon', 'half', 'notice', 'appeal'];
  const parts = kinds.flatMap((kind) => {
    const count = cases.filter((one) => one.kind === kind).length;
    const [one, many] = words[kind];
    return count === 0 ? [] : [count === 1 ? one : `${count.toLocaleString('en')} ${many}`];
  });
  const links = cases.map(({ kind, id }, at): readonly [string, string] => [
    `${publicUrl}/dashboard/${kind === 'appeal' ? 'appeals' : 'notices'}/${id}`,
    `${linkWords[kind]} ${at + 1}`,
  ]);
  return linesMessage(chat, `${parts.join(', ')}.`, links);
}
