import type { WebhookEvent } from '@clearframe/contract';

/** When each event is sent. */
export const eventWords = {
  'media.analysis.completed': 'Analysis ended, or a moderator failed an item',
  'notice.received': 'Notice received',
  'notice.due': 'Notice due soon, or overdue',
  'notice.decided': 'Notice decided',
  'statement.created': 'Statement of reasons written',
  'appeal.received': 'Appeal received',
  'appeal.decided': 'Appeal decided',
  'second_review.waiting': 'A Fail waits for a second person',
  'author.updated': 'Action or strikes of an uploader changed',
  'erasure.done': 'Erasure of an uploader done',
} as const satisfies Record<WebhookEvent, string>;
