import type { Notice, NoticeKind } from '@clearframe/contract';

export const kindWords: Record<NoticeKind, string> = {
  dsa: 'Illegal or against the rules',
  take_it_down: 'Take-down, 48 hours',
  copyright: 'Copyright',
  child_safety: 'Child safety',
  other: 'Other',
};

/** Who sent it: "Trusted flagger: Lumen Watch", "Nora Notifier", "Anonymous person". */
export function senderOf({ source, notifier }: Pick<Notice, 'source' | 'notifier'>): string {
  const name = notifier?.name ?? notifier?.email ?? 'Anonymous person';
  return source === 'trusted_flagger' ? `Trusted flagger: ${name}` : name;
}
