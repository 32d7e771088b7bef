import type { MediaUpload } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { moderationOf } from '../../../shared/verdict/testing/moderation-of.ts';
import { consequenceOf, type Onlooker, offeredVerdicts, situationOf, titleFor } from './situation.ts';

const ines = { id: '1b54e0a7-0b54-4d0a-9c3e-1f2a3b4c5d6e', name: 'Ines' };
const ada = { id: '2b54e0a7-0b54-4d0a-9c3e-1f2a3b4c5d6e', name: 'Ada' };
const nobody: Onlooker = { userId: ada.id, holder: null, lost: null, justDecided: null, unread: null };
const decisionBy = (user: { id: string; name: string } | null, to: boolean, token: string | null = null) => ({
  id: '3b54e0a7-0b54-4d0a-9c3e-1f2a3b4c5d6e',
  at: '2026-11-24T10:00:00.000Z',
  user,
  token,
  from: !to,
  to,
  note: null,
  label: null,
  state: 'final' as const,
  undone_at: null,
  overruled_at: null,
});
const flagged = mediaOf({ moderationFlagged: true, moderation: moderationOf({ flagged: true }) });
const safe = mediaOf({ moderationFlagged: false, moderation: moderationOf({}) });

/** Heading, what the buttons and keys decide, and what follows. */
function card(media: MediaUpload, onlooker: Partial<Onlooker> = {}) {
  const situation = situationOf(media, { ...nobody, ...onlooker });
  return [titleFor(situation, media), offeredVerdicts(situation).join(' '), consequenceOf(situation, media)];
}

describe('the decision card', () => {
  it('MED-05 speaks of confirming a flag only where there is one', () => {
    expect(card(flagged)).toEqual([null, 'pass fail', 'Pass marks it Safe. Fail confirms the flag and tells your webhook.']);
    expect(card({ ...safe, needs_review: true })).toEqual([
      'Needs a person',
      'pass fail',
      'Pass keeps it Safe. Fail flags it and tells your webhook.',
    ]);
    expect(card(safe)).toEqual([null, 'pass fail', 'Pass confirms it. Fail flags it and tells your webhook.']);
  });

  it('MED-05 says what a decision means where the analysis gave no verdict', () => {
    const unchecked = mediaOf({ moderationError: 'The analysis failed three times.' });
    expect(card(unchecked)).toEqual([null, 'pass fail', 'No frame was charged. You can decide by eye.']);
    expect(card(mediaOf())[2]).toBe('Pass marks it Safe. Fail flags it and tells your webhook.');
  });

  it('tells nothing of the verdict of an item of the sample', () => {
    expect(card({ ...safe, sampled: true })).toEqual([
      null,
      'pass fail',
      'Pass leaves it as it is. Fail flags it and tells your webhook.',
    ]);
  });

  it('MED-05 names who decided, and offers the opposite alone', () => {
    const passed = { ...safe, decisions: [decisionBy(ines, false)] };
    expect(card(passed)).toEqual(['Passed by Ines', 'fail', 'Your change is logged beside Ines’s decision.']);
    const byToken = { ...flagged, decisions: [decisionBy(null, true, 'Shop')] };
    expect(card(byToken)).toEqual(['Failed by the API token Shop', 'pass', 'Your change is logged beside the first decision.']);
    const own = { ...flagged, decisions: [decisionBy(ada, true)] };
    expect(card(own)).toEqual(['Failed by you', 'pass', 'Your change is logged beside your first decision.']);
  });

  it('offers to undo what was decided a moment ago, also before it is read again', () => {
    expect(card(flagged, { justDecided: flagged.id })).toEqual([
      'Failed by you',
      '',
      'Your webhook is told after 8 s. Undo stops it.',
    ]);
    const read = { ...safe, decisions: [decisionBy(ada, false)] };
    expect(card(read, { justDecided: safe.id })).toEqual(['Passed by you', '', 'You can undo it for 8 s.']);
  });

  it('MED-05 keeps a decision that no answer tells of yet, after its undo has ended', () => {
    expect(card(flagged, { unread: 'fail' })).toEqual([
      'Failed by you',
      'pass',
      'Your change is logged beside your first decision.',
    ]);
    // It was read before the server had heard of the decision.
    expect(card(flagged, { unread: 'pass', justDecided: flagged.id }).slice(0, 2)).toEqual(['Passed by you', '']);
    expect(card(flagged, { unread: 'pass' }).slice(0, 2)).toEqual(['Passed by you', 'fail']);
    // They agreed with a Fail that waits for a second person.
    const first = { ...decisionBy(ines, true), state: 'waiting_second' as const };
    const asked = { ...flagged, decisions: [first] };
    expect(card(asked, { unread: 'fail', justDecided: flagged.id }).slice(0, 2)).toEqual(['Failed by you', '']);
  });

  it('MED-05 does not count a decision that was taken back or overruled', () => {
    const undone = { ...decisionBy(ines, true), undone_at: '2026-11-24T10:00:05.000Z' };
    expect(situationOf({ ...flagged, decisions: [undone] }, nobody)).toEqual({ kind: 'open' });
    const overruled = { ...decisionBy(ines, true), overruled_at: '2026-11-24T10:00:05.000Z' };
    expect(situationOf({ ...flagged, decisions: [overruled] }, nobody)).toEqual({ kind: 'open' });
    // The verdict that is shown is not the decision's.
    expect(situationOf({ ...flagged, decisions: [decisionBy(ines, false)] }, nobody)).toEqual({ kind: 'open' });
  });

  it('asks a second person where the reason wants one, and the first not again', () => {
    const first = { ...decisionBy(ines, true), state: 'waiting_second' as const };
    expect(card({ ...flagged, decisions: [first] })).toEqual([
      'Failed by Ines',
      'pass fail',
      'Fail confirms it and tells your webhook. Pass marks it Safe.',
    ]);
    expect(card({ ...flagged, decisions: [{ ...first, user: ada }] })).toEqual([
      'Failed by you',
      '',
      'Your webhook is told once another person agrees.',
    ]);
  });

  it('offers nothing where somebody else looks', () => {
    expect(card(flagged, { holder: 'Ines' })).toEqual([
      'Ines is looking',
      '',
      'It is free again when Ines decides, leaves, or is idle for 2 minutes.',
    ]);
  });

  it('says who was first, and offers the decision that was not applied', () => {
    const failed = { ...flagged, decisions: [decisionBy(ines, true)] };
    const lost = { id: failed.id, verdict: 'pass', note: '', label: null, seen: null } as const;
    expect(card(failed, { lost })).toEqual(['Ines failed it first', 'pass', 'Your Pass was not applied.']);
    expect(card(failed, { lost: { ...lost, verdict: 'fail' } })).toEqual([
      'Ines failed it first',
      '',
      'Your Fail was not applied.',
    ]);
    expect(card({ ...failed, decisions: [decisionBy(null, true, 'Shop')] }, { lost })[0]).toBe(
      'The API token Shop failed it first',
    );
    expect(card(failed, { lost: { ...lost, id: 'another' } })[0]).toBe('Failed by Ines');
  });
});
