import { useState } from 'react';
import { Link } from 'react-router';
import { BarReader, type Read } from './bar-reader.tsx';
import { barWords, type Part, type Parts } from './bar-words.ts';
import styles from './readable-bars.module.css';
import { axis, type Bar, base, drawings, height, StackedBars, type StackedBarsProps, top } from './stacked-bars.tsx';

/** A list that holds exactly what a part of a bar counts, and the words of the link to it. */
type BarList = { to: string; words: string };

type ReadableBarsProps = StackedBarsProps & {
  parts: Parts;
  /** Where somebody pointed before the code came, in CSS pixels of the window; `newest` = they asked by its button. */
  start?: number | 'newest';
  /** Where a part leads that counts something. Left out where no list holds the same. */
  listOf?: (bar: Bar, part: Part) => BarList;
};

/** Bars whose values are read one after the other by pointer, touch and arrow keys. Apart, so that the first screen stays light. */
export function ReadableBars({ parts, start, listOf, ...chart }: ReadableBarsProps) {
  const { bars } = chart;
  const [read, setRead] = useState<Read | null>(null);
  const at = read === null ? null : Math.min(read.at, bars.length - 1);
  const bar = at === null ? undefined : bars[at];
  const lists =
    bar && listOf ? (['upper', 'lower'] as const).flatMap((part) => (bar[part] > 0 ? [{ part, ...listOf(bar, part) }] : [])) : [];
  // By keys no part is pointed at: what needs a person comes first.
  const pointed = read?.part ?? lists[0]?.part;
  return (
    <figure
      onPointerLeave={({ pointerType }) => {
        if (pointerType === 'mouse') setRead(null);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // A finger on the link takes the focus away before it is followed.
        if (!currentTarget.contains(relatedTarget) && !(read?.isTouched && listOf)) setRead(null);
      }}
    >
      <div className={styles.chart}>
        <StackedBars {...chart} />
        {drawings.map(({ shown, width }) => (
          <div key={width} className={`${styles.area} ${shown}`} style={areaOf(width)}>
            <BarReader bars={bars} parts={parts} start={start} at={at} onRead={setRead} lists={listOf ? lists : null} />
          </div>
        ))}
      </div>
      <div className={`${styles.values} figures`} data-leads={listOf ? true : undefined}>
        {/* The slider says the same to a screen reader. */}
        <p data-slot="chart-values" aria-hidden="true">
          {bar ? barWords(bar, parts) : 'Point at a bar, or focus the chart and press ← or →.'}
        </p>
        {lists.map(({ part, to, words }) => (
          <Link key={part} className="link" to={to} data-pointed={part === pointed || undefined}>
            {words}
          </Link>
        ))}
      </div>
    </figure>
  );
}

/** Where the bars of a drawing are that scales with the card. */
const areaOf = (width: number) => ({
  left: `${(axis / width) * 100}%`,
  top: `${(top / height) * 100}%`,
  bottom: `${(1 - base / height) * 100}%`,
});
