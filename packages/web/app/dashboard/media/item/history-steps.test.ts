import { expect, it } from 'vitest';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { moderationOf } from '../../../shared/verdict/testing/moderation-of.ts';
import { historySteps } from './history-steps.ts';

it('MED-05 tells what happened to an item in order, with person, from, to and note', () => {
  const steps = historySteps(
    mediaOf({
      source: 'api',
      createdAt: '2026-11-20T10:00:00Z',
      moderationCheckedAt: '2026-11-20T10:00:02Z',
      moderation: moderationOf({ flagged: true }),
      decisions: [
        {
          id: '6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6f',
          at: '2026-11-20T11:00:00Z',
          user: { id: '6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d60', name: 'Ines' },
          token: null,
          from: true,
          to: false,
          note: 'A sculpture',
          undone_at: null,
          label: null,
          state: 'final',
          overruled_at: null,
        },
      ],
    }),
  );
  expect(steps.map((step) => [step.title, step.note, step.look])).toEqual([
    ['Uploaded through the API', null, 'plain'],
    ['Failed content moderation', 'The AI analysis flagged it, the keyword check passed.', 'failed'],
    ['Ines changed Flagged to Safe', 'A sculpture', 'passed'],
  ]);
});

it('MED-05 has the upload alone before the analysis', () => {
  expect(historySteps(mediaOf()).map((step) => step.title)).toEqual(['Uploaded in the dashboard']);
});

it('MED-05 tells of a decision that was taken back, of one that only confirmed, and of one by a token', () => {
  const user = { id: '6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d60', name: 'Ines' };
  const id = (end: number) => `6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d7${end}`;
  const steps = historySteps(
    mediaOf({
      decisions: [
        {
          id: id(1),
          at: '2026-11-20T11:00:00.000Z',
          user,
          token: null,
          from: null,
          to: true,
          note: null,
          undone_at: '2026-11-20T11:00:05.000Z',
          label: null,
          state: 'final',
          overruled_at: null,
        },
        {
          id: id(2),
          at: '2026-11-20T11:00:06.000Z',
          user: null,
          token: null,
          from: true,
          to: true,
          note: null,
          undone_at: null,
          label: null,
          state: 'final',
          overruled_at: null,
        },
        {
          id: id(3),
          at: '2026-11-20T11:00:07.000Z',
          user: null,
          token: 'Shop',
          from: true,
          to: false,
          note: null,
          undone_at: null,
          label: null,
          state: 'final',
          overruled_at: null,
        },
      ],
    }),
  );
  expect(steps.slice(1).map((step) => [step.title, step.look])).toEqual([
    ['Ines changed Not checked to Flagged', 'failed'],
    ['Ines undid it: Not checked again', 'plain'],
    ['A former member confirmed Flagged', 'failed'],
    ['The API token Shop changed Flagged to Safe', 'passed'],
  ]);
});

it('MED-05 tells every attempt at telling a webhook, where it went and what became of it', () => {
  const of = { id: '6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d61', status: 'sent', next_attempt_at: null, not_resendable: null } as const;
  const error = 'The endpoint answered 503 Service Unavailable.';
  const attempts = [
    { number: 1, at: '2026-11-20T10:00:03Z', duration_ms: 20, http_status: 503, error },
    { number: 2, at: '2026-11-20T10:00:13Z', duration_ms: 20, http_status: 200, error: null },
  ];
  const steps = historySteps(mediaOf({ createdAt: '2026-11-20T10:00:00Z' }), [
    { ...of, webhook_id: '1f6c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d61', webhook_host: 'hooks.example', attempts },
    { ...of, webhook_id: null, webhook_host: null, attempts: [] },
  ]);
  expect(steps.map(({ title, note, look }) => [title, note, look])).toEqual([
    ['Uploaded in the dashboard', null, 'plain'],
    ['Webhook not sent to hooks.example', error, 'unsent'],
    ['Webhook sent to hooks.example', 'Answered 200, attempt 2', 'sent'],
  ]);
});
