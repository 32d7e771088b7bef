import { defaultPolicy, partially } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { needsWriting } from './needs-writing.ts';

const when = { ...defaultPolicy, read_writing: 'when_needed' } as const;
const nobody = { members: [] };
const keywords = (lists: { forbidden?: string[]; required?: string[] }) => ({
  forbidden: partially(lists.forbidden ?? []),
  required: partially(lists.required ?? []),
  leetspeak: false,
});

describe('writing is needed', () => {
  it('by an account that always wants it', () => {
    expect(needsWriting({ ...when, read_writing: 'always' }, nobody)).toBe(true);
    expect(needsWriting(when, nobody)).toBe(false);
  });

  it('by either keyword list', () => {
    expect(needsWriting({ ...when, keywords: keywords({ forbidden: ['casino'] }) }, nobody)).toBe(true);
    expect(needsWriting({ ...when, keywords: keywords({ required: ['sale'] }) }, nobody)).toBe(true);
  });

  it('by an analyser that judges text, and by no other', () => {
    expect(needsWriting(when, { members: [{ name: 'rekognition', place: 'remote' }] })).toBe(false);
    expect(needsWriting(when, { members: [{ name: 'openai-moderation', place: 'remote', judgesText: true }] })).toBe(true);
  });
});
