import { type Category, categories, type Threshold } from '@clearframe/contract';
import { memo, useEffect, useId, useRef, useState } from 'react';
import { DualTrack } from './dual-track.tsx';
import { LimitNumbers } from './limit-numbers.tsx';
import { usualWords } from './limit-words.ts';
import styles from './limits.module.css';
import { type LimitFacts, RowAside } from './row-aside.tsx';
import { mostOf } from './switch-on.ts';

type LimitRowProps = LimitFacts & { onChange: (category: Category, limit: Threshold) => void };

/** One category: its scores, both of its limits, and what they make of the scores. */
export const LimitRow = memo(function LimitRow({ category, limit, saved, counts, readOnly, onChange }: LimitRowProps) {
  const { label, ...usual } = categories[category];
  const [typing, setTyping] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  // The link that was pressed goes away: the focus goes where it led.
  const [goal, setGoal] = useState<string | null>(null);
  useEffect(() => {
    if (goal === null) return;
    row.current?.querySelector<HTMLElement>(goal)?.focus();
    setGoal(null);
  }, [goal]);
  const numbersId = useId();
  const isWrong = limit.review !== null && limit.flag !== null && limit.flag < limit.review;
  const change = (next: Threshold) => onChange(category, next);
  const isOpen = typing || isWrong;
  return (
    <li className={styles.row} ref={row}>
      <div>
        <h3>{label}</h3>
        <p className="dim fine">{usualWords(usual)}</p>
      </div>
      <DualTrack label={label} limit={limit} most={mostOf(category)} counts={counts} readOnly={readOnly} onChange={change} />
      <RowAside
        category={category}
        limit={limit}
        saved={saved}
        counts={counts}
        readOnly={readOnly}
        numbers={{ id: numbersId, isOpen, onToggle: () => setTyping(!isOpen) }}
        onSet={(next, which) => {
          change(next);
          setGoal(`[aria-label$=": ${which} from"]`);
        }}
        onReset={() => {
          change(usual);
          setGoal('[aria-expanded]');
        }}
      />
      {isOpen ? (
        <LimitNumbers id={numbersId} category={category} limit={limit} isWrong={isWrong} readOnly={readOnly} onChange={change} />
      ) : null}
    </li>
  );
});
