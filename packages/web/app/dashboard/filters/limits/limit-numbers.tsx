import { type Category, categories, type Threshold } from '@clearframe/contract';
import { FieldError } from '../../../shared/form/field.tsx';
import { LimitField } from './limit-field.tsx';
import { limitText } from './limit-words.ts';
import styles from './limits.module.css';
import { limitWhenOn, mostOf } from './switch-on.ts';

type LimitNumbersProps = {
  id: string;
  category: Category;
  limit: Threshold;
  isWrong: boolean;
  readOnly: boolean;
  onChange: (limit: Threshold) => void;
};

const names = { review: 'Review from', flag: 'Flag from' } as const;

/** Both limits of a category as exact numbers, each with its switch. */
export function LimitNumbers({ id, category, limit, isWrong, readOnly, onChange }: LimitNumbersProps) {
  const { label, ...usual } = categories[category];
  const isOfMinors = category === 'minor_safety';
  return (
    <div className={styles.numbers} id={id}>
      {(['review', 'flag'] as const).map((which) => (
        <LimitField
          key={which}
          label={`${label}: ${names[which].toLowerCase()}`}
          name={names[which]}
          value={limit[which]}
          whenOn={limitWhenOn(category, which, limit)}
          max={mostOf(category)[which]}
          mayBeOff={!isOfMinors}
          readOnly={readOnly}
          usual={`Default ${limitText(usual[which])}`}
          error={isWrong && which === 'flag' ? `${id}-wrong` : undefined}
          onChange={(value) => onChange({ ...limit, [which]: value })}
        />
      ))}
      {isOfMinors ? <p className="dim fine">You can lower this limit, but not switch it off.</p> : null}
      <FieldError id={`${id}-wrong`} message={isWrong ? 'The flag limit cannot be lower than the review limit' : null} />
    </div>
  );
}
