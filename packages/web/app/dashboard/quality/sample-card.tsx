import { qualityMinSampled, type RecallFigures } from '@clearframe/contract';
import { formatCount } from '../../shared/format/format.ts';
import { LinkButton } from '../../shared/ui/button.tsx';
import styles from '../../shared/ui/field.module.css';
import { IntervalBar } from './interval-bar.tsx';
import { rangeWord, shareWord } from './quality-labels.ts';
import { SampleRate } from './sample-rate.tsx';

function sentence({ state, covered, sampled, decided, missed, estimate }: RecallFigures): string {
  if (state === 'off') return 'No sample was drawn in this period, so we cannot estimate missed items.';
  const drawn = sampled === 1 ? '1 safe item was drawn' : `${formatCount(sampled)} safe items were drawn`;
  const counted =
    `Of ${formatCount(covered)} verdicts while sampling was on, ${drawn}. ` +
    `People decided ${formatCount(decided)} and failed ${formatCount(missed)}.`;
  if (estimate)
    return (
      `${counted} So of everything that people would fail, about ${shareWord(estimate.share)} was flagged ` +
      `or sent to a person: likely ${rangeWord(estimate)}.`
    );
  if (decided < qualityMinSampled) return `${counted} From ${qualityMinSampled} decided ones on there is an estimate.`;
  return `${counted} Too few to say: most flagged items are undecided, or nothing was failed at all.`;
}

/** Missed items, estimated from safe items that are drawn at random, and how many are. */
export function SampleCard({ recall }: { recall: RecallFigures }) {
  return (
    <section className="card" aria-labelledby="sample">
      <div className="card-header">
        <h2 id="sample">Missed items</h2>
        <LinkButton size="small" to="/dashboard/media?status=sample">
          Decide the sample
        </LinkButton>
      </div>
      <div className="card-body stack-3">
        <p>{sentence(recall)}</p>
        <IntervalBar estimate={recall.estimate} />
        <p className={styles.hint} data-slot="field-hint">
          People see flagged items. Only a random sample of safe items shows what slipped through. A drawn item stays Safe, and
          your webhooks receive it as usual.
        </p>
        <SampleRate />
      </div>
    </section>
  );
}
