import { describe, expect, it } from 'vitest';
import { heardStage, type StageTimes, stageRows } from './upload-stages.ts';

const states = (times: StageTimes) => stageRows(times).map((row) => row.state);

describe('stageRows', () => {
  it('UP-05 names the four stages in order', () => {
    expect(stageRows({}).map((row) => row.word)).toEqual(['Queued', 'AI analysis', 'Keyword validation', 'Verdict']);
  });

  it('UP-05 shows nothing done before the first event', () => {
    expect(states({})).toEqual(['todo', 'todo', 'todo', 'todo']);
  });

  it('UP-05 ticks off what is behind and times it', () => {
    const rows = stageRows({ queued: 1_000, analysis: 1_200, keywords: 2_300 });
    expect(rows.map((row) => [row.state, row.durationMs])).toEqual([
      ['done', 200],
      ['done', 1_100],
      ['now', null],
      ['todo', null],
    ]);
  });

  it('UP-05 counts a stage as done although its event was lost, without inventing a time', () => {
    expect(stageRows({ queued: 1_000, keywords: 2_300 }).map((row) => [row.state, row.durationMs])).toEqual([
      ['done', null],
      ['done', null],
      ['now', null],
      ['todo', null],
    ]);
  });

  it('UP-05 never goes backwards when events arrive out of order or twice', () => {
    const times = heardStage(heardStage(heardStage({}, 'analysis', 500), 'queued', 600), 'analysis', 900);
    expect(times).toEqual({ analysis: 500, queued: 600 });
    expect(states(times)).toEqual(['done', 'now', 'todo', 'todo']);
    expect(stageRows(times)[0]?.durationMs).toBe(0);
  });
});
