import type { Delivery, DeliveryAttempt } from '@clearframe/contract';

/** What the event tells of. */
export const whatOf = ({ by_decision }: Pick<Delivery, 'by_decision'>): string =>
  by_decision ? 'Failed by a moderator' : 'Analysis completed';

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
