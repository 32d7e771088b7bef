import type { MediaDelivery, MediaUpload } from '@clearframe/contract';
import { checksSentence, deciderOf } from '../../../shared/verdict/verdict-sentences.ts';

export type HistoryStep = {
  key: string;
  at: string;
  title: string;
  note: string | null;
  look: 'plain' | 'passed' | 'failed' | 'sent' | 'unsent';
  /** The delivery that it was an attempt at. */
  deliveryId?: string;
};

const word = (flagged: boolean | null) => (flagged === null ? 'Not checked' : flagged ? 'Flagged' : 'Safe');

/** The attempts at telling hooks, one step each. */
function attemptSteps(deliveries: readonly MediaDelivery[]): HistoryStep[] {
  return deliveries.flatMap(({ id, webhook_host, attempts }) =>
    attempts.map(({ number, at, error, http_status }) => ({
      key: `${id} ${number}`,
      at,
      title: `Webhook ${error === null ? 'sent' : 'not sent'} to ${webhook_host ?? 'a deleted address'}`,
      note: error ?? `Answered ${http_status}, attempt ${number}`,
      look: error === null ? ('sent' as const) : ('unsent' as const),
      deliveryId: id,
    })),
  );
}

/**
 * What happened to an item, oldest first: the upload, the verdict of the machine, every decision of a person and its Undo, every
 * attempt at telling a webhook.
 */
export function historySteps(media: MediaUpload, deliveries: readonly MediaDelivery[] = []): HistoryStep[] {
  const steps: HistoryStep[] = [
    {
      key: 'upload',
      at: media.createdAt,
      title: { api: 'Uploaded through the API', dashboard: 'Uploaded in the dashboard', s3: 'Read from a bucket' }[media.source],
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
  for (const { id, at, user, token, from, to, note, label, state, undone_at, overruled_at } of media.decisions) {
    const name = deciderOf({ user, token });
    const title = from === to ? `${name} confirmed ${word(to)}` : `${name} changed ${word(from)} to ${word(to)}`;
    const told = [
      ...(label ? [`Reason: ${label.name}`] : []),
      ...(state === 'waiting_second' ? ['waits for another person'] : []),
      ...(note ? [note] : []),
    ].join(' · ');
    steps.push({ key: id, at, title, note: told || null, look: to ? 'failed' : 'passed' });
    if (undone_at !== null)
      steps.push({
        key: `${id} undone`,
        at: undone_at,
        title: `${name} undid it: ${word(from)} again`,
        note: null,
        look: 'plain',
      });
    if (overruled_at !== null)
      steps.push({
        key: `${id} overruled`,
        at: overruled_at,
        title: 'A new analysis replaced the decision',
        note: null,
        look: 'plain',
      });
  }
  steps.push(...attemptSteps(deliveries));
  return steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
