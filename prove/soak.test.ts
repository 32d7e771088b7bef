import { describe, expect, it } from 'vitest';
import { soak } from './soak.ts';

describe('many uploads', () => {
  it('UP-09 OPS-01 are each answered and charged once, by the same processes', { timeout: 180_000 }, async () => {
    // Every format once.
    const uploads = 24;
    const result = await soak({ uploads, parallel: 4 });
    expect(result).toMatchObject({ answered: uploads, commits: uploads, used: uploads, reserved: 0, sameProcesses: true });
  });
});
