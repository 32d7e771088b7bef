import { MediaStage } from '@clearframe/contract';

export const stageWords: Record<MediaStage, string> = {
  queued: 'Queued',
  analysis: 'AI analysis',
  keywords: 'Keyword validation',
  verdict: 'Verdict',
};

/** When each stage was first heard of, in milliseconds of one clock; a stage that was never heard of is absent. */
export type StageTimes = Partial<Record<MediaStage, number>>;

export type StageRow = { stage: MediaStage; word: string; state: 'done' | 'now' | 'todo'; durationMs: number | null };

const order = MediaStage.options;

/** Takes in one event. A repeated one (the stream reconnects) changes nothing: the first time counts. */
export function heardStage(times: StageTimes, stage: MediaStage, atMs: number): StageTimes {
  return times[stage] === undefined ? { ...times, [stage]: atMs } : times;
}

/**
 * The four rows as they are drawn. The furthest stage heard of is under way and all before it are done, also when an event was
 * lost or came late; a duration is given only where both its ends were heard.
 */
export function stageRows(times: StageTimes): StageRow[] {
  const reached = order.findLastIndex((stage) => times[stage] !== undefined);
  return order.map((stage, index): StageRow => {
    const next = order[index + 1];
    const from = times[stage];
    const to = next === undefined ? undefined : times[next];
    const durationMs = index < reached && from !== undefined && to !== undefined ? Math.max(0, to - from) : null;
    return { stage, word: stageWords[stage], state: index < reached ? 'done' : index === reached ? 'now' : 'todo', durationMs };
  });
}
