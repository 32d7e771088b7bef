import { describe, expect, it } from 'vitest';
import { coverageGroups } from './coverage-groups.ts';
import { nothingAssessed } from './testing/moderation-of.ts';

describe('coverageGroups', () => {
  it('UP-05 says what was assessed, from text only, and not at all', () => {
    const groups = coverageGroups({
      coverage: {
        ...nothingAssessed,
        sexual_explicit: 'assessed',
        nudity: 'within:sexual_explicit',
        hate: 'text_only',
        violence: 'one_picture',
      },
    });
    expect(groups.slice(0, 3)).toEqual([
      { title: 'Assessed', labels: ['Sexually explicit', 'Nudity (within Sexually explicit)'] },
      { title: 'In one picture only', labels: ['Violence'] },
      { title: 'From text only', labels: ['Hate'] },
    ]);
    expect(groups[3]?.labels).toHaveLength(14);
    expect(groups[3]?.labels).not.toContain('Hate');
  });

  it('UP-05 leaves out a group without members', () => {
    expect(coverageGroups({ coverage: nothingAssessed, writing: 'read' }).map((group) => group.title)).toEqual(['Not assessed']);
  });

  it('says that writing was not read', () => {
    const groups = coverageGroups({ coverage: nothingAssessed, writing: 'not_read' });
    expect(groups.at(-1)).toEqual({ title: 'Not read', labels: ['Text'] });
  });
});
