import type { CategoryScores } from '@clearframe/contract';
import { AnalyserError, type Film, type Judged, type JudgeSeconds, type Opinion } from './analyser.ts';
import { keepHighest, type Mapped } from './keep-highest.ts';

/** Of each category the highest score of all of them, and what any of them looked at. */
export function highestOf(each: readonly Mapped[]): Mapped {
  const scores: CategoryScores = {};
  for (const one of each) keepHighest(scores, one.scores, 1);
  const coverage = Object.assign({}, ...each.map((one) => one.coverage));
  return { scores, coverage, unmapped: [...new Set(each.flatMap(({ unmapped }) => unmapped))] };
}

/**
 * What an analyser says of every second of a video, asked in batches while it is read: memory holds one batch, whatever the length.
 * @param tried runs one batch with its tries
 * @throws AnalyserError the fault of a batch, which ends the reading: half a video is no opinion
 */
export async function judgeFilm(
  { most, prepare, judge }: JudgeSeconds,
  film: Film,
  { tried, signal }: { tried: <T>(attempt: (signal: AbortSignal) => Promise<T>) => Promise<T>; signal: AbortSignal },
): Promise<Opinion> {
  const answers: Judged[] = [];
  let batch: Uint8Array[] = [];
  async function send(): Promise<void> {
    if (batch.length === 0) return;
    const asked = batch;
    batch = [];
    const answer = await tried((ended) => judge(asked, ended));
    if (answer.each.length !== asked.length) throw new AnalyserError('garbage', 'judged another number of pictures');
    answers.push(answer);
  }
  await film.read(async (shown) => {
    batch.push(await prepare(shown));
    if (batch.length >= most) await send();
  }, signal);
  await send();
  const each = answers.flatMap((answer) => answer.each);
  if (each.length === 0) throw new Error('The video was read, and it has no second');
  const costs = answers.map(({ costMicros }) => costMicros);
  return {
    ...highestOf(each),
    seconds: each.map(({ scores }) => scores),
    raw: answers.map(({ raw }) => raw),
    costMicros: costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
  };
}
