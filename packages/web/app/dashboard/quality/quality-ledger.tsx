import type { CountedShare, QualityReport, RecallFigures } from '@clearframe/contract';
import { qualityMinSampled } from '@clearframe/contract';
import { formatCount, formatShare } from '../../shared/format/format.ts';
import ledgerStyles from '../ui/ledger.module.css';
import qualityStyles from './quality.module.css';
import { countedWords, rangeWord, shareWord } from './quality-labels.ts';

type FigureProps = { word: string; figure: string; note: string };

function Figure({ word, figure, note }: FigureProps) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>
        {figure}
        <small>{note}</small>
      </dd>
    </div>
  );
}

const figureOf = ({ estimate }: CountedShare) => (estimate ? shareWord(estimate.share) : '–');

function recallNote({ state, decided, estimate }: RecallFigures): string {
  if (state === 'off') return 'Needs a sample of safe items';
  if (estimate) return `likely ${rangeWord(estimate)}, estimated from ${formatCount(decided)} sampled items`;
  return decided < qualityMinSampled ? `${formatCount(decided)} of ${qualityMinSampled} sampled items decided` : 'Too few to say';
}

/** The four figures of the page, each with what it rests on. */
export function QualityLedger({ report }: { report: QualityReport }) {
  const { judged, decided, override, precision, recall } = report;
  return (
    <dl className={`card ${ledgerStyles.ledger} ${qualityStyles.ledger}`} data-slot="ledger quality-ledger">
      <Figure
        word="Decided by people"
        figure={formatCount(decided)}
        note={`${formatShare(decided, judged)} of ${formatCount(judged)} ${judged === 1 ? 'verdict' : 'verdicts'}`}
      />
      <Figure word="Overturned" figure={figureOf(override)} note={countedWords(override)} />
      <Figure word="Flags confirmed" figure={figureOf(precision)} note={countedWords(precision)} />
      <Figure
        word="Bad items found"
        figure={recall.estimate ? shareWord(recall.estimate.share) : '–'}
        note={recallNote(recall)}
      />
    </dl>
  );
}
