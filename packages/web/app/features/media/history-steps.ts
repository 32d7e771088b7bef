import type { MediaUpload } from '@clearframe/contract';
import { checksSentence } from './verdict.ts';

export type HistoryStep = { key: string; at: string; title: string; note: string | null; look: 'plain' | 'passed' | 'failed' };

const word = (flagged: boolean | null) => (flagged === null ? 'Not checked' : flagged ? 'Flagged' : 'Safe');

/** What happened to an item, oldest first: the upload, the verdict of the machine, every decision of a person. */
export function historySteps(media: MediaUpload): HistoryStep[] {
  const steps: HistoryStep[] = [
    {
      key: 'upload',
      at: media.createdAt,
      title: media.source === 'api' ? 'Uploaded through the API' : 'Uploaded in the dashboard',
      note: null,
      look: 'plain',
    },
  ];
  if (media.moderation !== null && media.moderationCheckedAt !== null) {
    const { passed } = media.moderation;
    const title = passed ? 'Passed content moderation' : 'Failed content moderation';
    steps.push({
      key: 'verdict',
      at: media.moderationCheckedAt,
      title,
      note: checksSentence(media.moderation),
      look: passed ? 'passed' : 'failed',
    });
  }
  for (const { id, at, user, from, to, note } of media.decisions) {
    const title = `${user?.name ?? 'A former member'} changed ${word(from)} to ${word(to)}`;
    steps.push({ key: id, at, title, note, look: to ? 'failed' : 'passed' });
  }
  return steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
