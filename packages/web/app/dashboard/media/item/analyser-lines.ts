import { type AnalyserRun, type AnalysisMetadata, faultWords } from '@clearframe/contract';
import { formatSeconds } from '../../../shared/format/format.ts';

/** "$0.00", "$0.0004": at least two decimals, and as many as it takes. @param micros millionths of a US dollar */
function formatMicros(micros: number): string {
  const [whole = '0', decimals = ''] = (micros / 1_000_000).toFixed(6).split('.');
  return `$${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`;
}

function runWords({ outcome, fault, elapsed_ms, cost_micros, place }: AnalyserRun): string {
  const where = place === 'remote' ? 'picture sent' : 'on this machine';
  if (outcome === 'not_asked') return 'not asked';
  const time = formatSeconds(elapsed_ms);
  if (outcome === 'failed') {
    // Without an answer nobody knows; one that is spared for a while was sent nothing.
    const sent = place === 'remote' && fault === 'unreachable' ? 'picture may not have arrived' : where;
    return [time, `no result: ${fault === null ? 'it failed' : faultWords[fault]}`, sent].join(' · ');
  }
  return [time, cost_micros === null ? 'cost not known' : formatMicros(cost_micros), where].join(' · ');
}

/** Who looked at an item, how long, for how much, and where; empty when only the built-in analyser did. */
export function analyserLines({ analysers, processing_time_ms }: AnalysisMetadata): { name: string; words: string }[] {
  if (!analysers) return [];
  const builtIn = { name: 'Built-in', words: `${formatSeconds(processing_time_ms)} · on this machine` };
  return [builtIn, ...analysers.map((run) => ({ name: run.name, words: runWords(run) }))];
}
