import { expect, it } from 'vitest';
import { historySteps } from './history-steps.ts';
import { mediaOf } from './testing/media-of.ts';
import { moderationOf } from './testing/moderation-of.ts';

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
          ...{ id: id(1), at: '2026-11-20T11:00:00.000Z', user, token: null, from: null, to: true, note: null },
          undone_at: '2026-11-20T11:00:05.000Z',
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
          overruled_at: null,
        },
        {
          ...{ id: id(3), at: '2026-11-20T11:00:07.000Z', user: null, token: 'Shop', from: true, to: false, note: null },
          undone_at: null,
          overruled_at: null,
        },
      ],
    }),
  );
  expect(steps.slice(1).map((step) => [step.title, step.look])).toEqual([
    ['Ines changed Not checked to Flagged', 'failed'],
    ['Ines took it back: Not checked again', 'plain'],
    ['A former member confirmed Flagged', 'failed'],
    ['The API token Shop changed Flagged to Safe', 'passed'],
  ]);
});
