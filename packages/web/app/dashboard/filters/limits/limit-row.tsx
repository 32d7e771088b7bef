import { type Category, categories, type Threshold } from '@clearframe/contract';
import { RotateCcw } from 'lucide-react';
import { memo, useId } from 'react';
import { FieldError } from '../../../shared/form/field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { LimitField } from './limit-field.tsx';
import styles from './limits.module.css';

type LimitRowProps = {
  category: Category;
  limit: Threshold;
  /** Nothing that was tried has a score in it. */
  unassessed: boolean;
  readOnly: boolean;
  onChange: (category: Category, limit: Threshold) => void;
};

/** Where a limit begins that is off by default. */
const beginning = { review: 0.5, flag: 0.8 } as const;
const names = { review: 'Review from', flag: 'Flag from' } as const;

/** One category with both of its limits. */
export const LimitRow = memo(function LimitRow({ category, limit, unassessed, readOnly, onChange }: LimitRowProps) {
  const { label, ...usual } = categories[category];
  const ofMinors = category === 'minor_safety';
  const errorId = useId();
  const isWrong = limit.review !== null && limit.flag !== null && limit.flag < limit.review;
  const isUsual = limit.review === usual.review && limit.flag === usual.flag;
  return (
    <li className={styles.row}>
      <div className="row between wrap">
        <div className="row wrap">
          <h3>{label}</h3>
          {unassessed ? <span className="dim fine">No analyser yet</span> : null}
        </div>
        {isUsual ? (
          <span className="dim fine">Default</span>
        ) : (
          <Button
            kind="ghost"
            size="small"
            hidden={readOnly}
            aria-label={`Reset ${label} to default`}
            onClick={() => onChange(category, usual)}
          >
            <Icon of={RotateCcw} />
            Reset
          </Button>
        )}
      </div>
      {ofMinors ? <p className="dim fine">You can lower this limit, but not switch it off.</p> : null}
      <div className={styles.pair}>
        {(['review', 'flag'] as const).map((which) => (
          <div key={which}>
            <span className="fine muted" aria-hidden="true">
              {names[which]}
            </span>
            <LimitField
              label={`${label}: ${names[which].toLowerCase()}`}
              value={limit[which]}
              whenOn={usual[which] ?? Math.max(beginning[which], which === 'flag' ? (limit.review ?? 0) : 0)}
              max={ofMinors ? (usual[which] ?? 1) : 1}
              mayBeOff={!ofMinors}
              readOnly={readOnly}
              usual={`Default ${usual[which] ?? 'off'}`}
              error={isWrong && which === 'flag' ? errorId : undefined}
              onChange={(value) => onChange(category, { ...limit, [which]: value })}
            />
          </div>
        ))}
      </div>
      <FieldError id={errorId} message={isWrong ? 'The flag limit cannot be lower than the review limit' : null} />
    </li>
  );
});
