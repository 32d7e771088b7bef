import { CategoryScores, type KeptAnalyserRun } from '@clearframe/contract';
import { type Analyser, AnalyserError, type AnalyserInput, type Opinion } from './analyser.ts';
import { createBreaker } from './breaker.ts';
import type { AnalyserClock } from './clock.ts';
import { judgeFilm } from './judge-film.ts';
import { withRetries } from './with-retries.ts';

/** Longer answers are not kept: one would weigh more than the rest of its item. */
const rawMaxLength = 30_000;

/** Without what no database keeps in JSON: U+0000 and halves of characters. */
const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** An answer as it can be kept; null when it is no JSON or too long. */
function storableJson(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > rawMaxLength ? null : clean(JSON.parse(text));
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [storableText(name), clean(part)]));
}

/** How long one try may take where the analyser does not say. */
const defaultTryMs = 20_000;

/** What came of asking one analyser: its opinion, or the fault that it had instead. */
export type Asked = { run: KeptAnalyserRun; opinion: Opinion | null };

export type Asker = {
  analyser: Pick<Analyser, 'name' | 'place' | 'judgesText'>;
  /** @throws the signal's reason, and whatever is no fault of the analyser; an AnalyserError is part of the answer */
  ask(input: AnalyserInput, signal: AbortSignal): Promise<Asked>;
  /** What is written down of one that was not asked. */
  spared(): KeptAnalyserRun;
  close(): Promise<void>;
};

/** An opinion that can be believed and kept. @throws AnalyserError garbage when a score is no likelihood */
function checked(opinion: Opinion): Opinion {
  if (!CategoryScores.safeParse(opinion.scores).success) throw new AnalyserError('garbage', 'gave a score that is none');
  return {
    ...opinion,
    ...(opinion.description === undefined ? {} : { description: storableText(opinion.description) }),
    ...(opinion.text === undefined ? {} : { text: storableText(opinion.text) }),
    unmapped: opinion.unmapped.map(storableText),
    raw: storableJson(opinion.raw),
  };
}

/** One analyser with its time-out, its retries and its circuit breaker, which lasts as long as the asker. */
export function createAsker(analyser: Analyser, clock: AnalyserClock): Asker {
  const { name, version, place, tryMs = defaultTryMs } = analyser;
  const breaker = createBreaker({ clock });
  const silent = { name, version, place, fault: null, cost_micros: null, elapsed_ms: 0, scores: {}, unmapped: [], raw: null };

  return {
    analyser: { name, place },
    spared: () => ({ ...silent, outcome: 'not_asked', cost_micros: 0 }),
    async ask(input, signal) {
      const startedMs = clock.nowMs();
      const elapsed = () => ({ elapsed_ms: Math.max(0, clock.nowMs() - startedMs) });
      try {
        const tried = <T>(attempt: (signal: AbortSignal) => Promise<T>): Promise<T> =>
          breaker.run(async () => {
            // The one call that finds out whether a provider is back is one try: the next comes in half a minute anyway.
            const how = { clock, tryMs, signal, ...(breaker.state() === 'closed' ? {} : { retries: 0 }) };
            return withRetries(attempt, how);
          });
        const { film } = input;
        const opinion =
          film && analyser.seconds
            ? checked(await judgeFilm(analyser.seconds, film, { tried, signal }))
            : await tried(async (ended) => checked(await analyser.analyse(input, ended)));
        const { scores, unmapped, raw, costMicros } = opinion;
        return { opinion, run: { ...silent, ...elapsed(), outcome: 'answered', cost_micros: costMicros, scores, unmapped, raw } };
      } catch (error) {
        if (signal.aborted || !(error instanceof AnalyserError)) throw error;
        return { opinion: null, run: { ...silent, ...elapsed(), outcome: 'failed', fault: error.fault } };
      }
    },
    close: () => analyser.close(),
  };
}
