import type { TransparencyFigures } from '@clearframe/contract';
import { formatCount } from '../../shared/format/format.ts';
import ledgerStyles from '../ui/ledger.module.css';
import styles from './transparency.module.css';
import { hoursWord, shareFigure, shareNote } from './transparency-words.ts';

function Figure({ word, figure, note }: { word: string; figure: string; note: string }) {
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

/** The six figures of the page, each with what it rests on. */
export function FiguresLedger({ figures }: { figures: TransparencyFigures }) {
  const { appeals, automation_errors: errors, judged, notices, restrictions } = figures;
  return (
    <dl className={`card ${ledgerStyles.ledger} ${styles.ledger}`} data-slot="ledger transparency-ledger">
      <Figure word="Restricted" figure={formatCount(restrictions.total)} note={`of ${formatCount(judged)} checked items`} />
      <Figure word="By software alone" figure={shareFigure(restrictions.automated)} note={shareNote(restrictions.automated)} />
      <Figure word="Wrong flags" figure={shareFigure(errors)} note={shareNote(errors)} />
      <Figure
        word="Appeals"
        figure={formatCount(appeals.received)}
        note={`${formatCount(appeals.reversed.hits)} of ${formatCount(appeals.decided)} decided were reversed`}
      />
      <Figure word="Median time" figure={hoursWord(notices.median_hours)} note="From notice to answer" />
      <Figure word="In time" figure={shareFigure(notices.in_time)} note={shareNote(notices.in_time)} />
    </dl>
  );
}
