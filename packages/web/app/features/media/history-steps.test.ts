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
          from: true,
          to: false,
          note: 'A sculpture',
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
