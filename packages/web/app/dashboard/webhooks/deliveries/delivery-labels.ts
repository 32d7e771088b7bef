import { type Delivery, type DeliveryAttempt, webhookEvents } from '@clearframe/contract';
import { eventWords } from '../hooks/event-words.ts';

/** What the event tells of. A newer server may send others. */
export function whatOf({ event, by_decision }: Pick<Delivery, 'event' | 'by_decision'>): string {
  const known = webhookEvents.find((name) => name === event);
  if (known === undefined) return event;
  if (known !== 'media.analysis.completed') return eventWords[known];
  return by_decision ? 'Failed by a moderator' : 'Analysis completed';
}

/** What it tells of, as a link: the item by its name, anything else by its kind and the start of its id. */
export const aboutOf = ({ media, subject }: Pick<Delivery, 'media' | 'subject'>): string =>
  media?.name ?? `${subject.type} ${subject.id.slice(-8)}`;

/** Why there is no Resend, where there is none; null = there is. */
export const resendRefusals = {
  waiting: 'We retry it automatically.',
  cancelled: 'It was cancelled, or its webhook is off. We don’t send it again.',
  inactive: 'Its webhook is off.',
  forgotten: 'We keep events for 7 days, so we cannot resend this one.',
} as const satisfies Record<NonNullable<Delivery['not_resendable']>, string>;

/** "Answered 200" or "No answer". */
export const answerOf = ({ http_status }: Pick<DeliveryAttempt, 'http_status'>): string =>
  http_status === null ? 'No answer' : `Answered ${http_status}`;

/** "1 event", "12 events". */
export const eventsWord = (events: number): string => `${events.toLocaleString('en-US')} ${events === 1 ? 'event' : 'events'}`;
