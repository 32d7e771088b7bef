import type { NoticeKind } from '@clearframe/contract';

/** What a notice is about, in the words of whoever sends it. */
export const kindWords: Record<NoticeKind, string> = {
  dsa: 'Illegal content, or content against the rules',
  take_it_down: 'Intimate picture shared without consent',
  copyright: 'Copyright or another right of mine',
  child_safety: 'Safety of a child',
  other: 'Something else',
};

export const groundWords = {
  illegal: { title: 'It is illegal', hint: 'It breaks a law.' },
  terms: { title: 'It is against the rules', hint: 'It breaks the rules of this platform.' },
} as const;
