import type { ChatEvent, ChatHook, ChatKind } from '@clearframe/contract';

export const kindWords: Readonly<Record<ChatKind, string>> = { slack: 'Slack', discord: 'Discord' };

export const eventWords: Readonly<Record<ChatEvent, string>> = {
  flagged: 'Flagged',
  review: 'To review',
  analysis_failed: 'Not analysed',
  notice: 'Notices',
  appeal: 'Appeals',
};

/** "Flagged, to review. Every 15 min at most." */
export function whenWords({ events, digest_minutes: minutes }: Pick<ChatHook, 'events' | 'digest_minutes'>): string {
  const [first = '', ...others] = events.map((event) => eventWords[event]);
  const named = [first, ...others.map((word) => word.toLowerCase())].join(', ');
  return `${named}. ${minutes === 0 ? 'A message for each item.' : `At most every ${minutes} min.`}`;
}
