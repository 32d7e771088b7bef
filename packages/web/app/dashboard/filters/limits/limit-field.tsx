import { useId } from 'react';
import fieldStyles from '../../../shared/ui/field.module.css';
import styles from './limits.module.css';

type LimitFieldProps = {
  /** "Nudity: flag from". */
  label: string;
  /** "Flag from". */
  name: string;
  /** 0…1; null = off. */
  value: number | null;
  /** What it becomes when it is switched on. */
  whenOn: number;
  /** The highest that may be saved. */
  max: number;
  mayBeOff: boolean;
  readOnly: boolean;
  /** The default, in words. */
  usual: string;
  /** Id of the sentence that says what is wrong. */
  error: string | undefined;
  onChange: (value: number | null) => void;
};

/** One limit as a number, and whether it is off. */
export function LimitField(props: LimitFieldProps) {
  const { label, name, value, whenOn, max, mayBeOff, readOnly, usual, error, onChange } = props;
  const id = useId();
  const take = (typed: number) => {
    if (Number.isNaN(typed)) {
      if (mayBeOff) onChange(null);
    } else onChange(Math.min(max, Math.max(0, typed)));
  };
  return (
    <div className={styles.field}>
      <span className="fine muted" aria-hidden="true">
        {name}
      </span>
      <span className="row">
        <input
          type="number"
          min={0}
          max={max}
          step="any"
          disabled={readOnly}
          className={`${fieldStyles.input} figures`}
          data-slot="field-input"
          aria-label={`${label}, as a number`}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? `${id}-usual` : `${error} ${id}-usual`}
          placeholder="off"
          value={value ?? ''}
          onChange={(event) => take(event.target.valueAsNumber)}
        />
        {mayBeOff ? (
          <label className={styles.offSwitch}>
            <input
              type="checkbox"
              aria-label={`${label}: off`}
              disabled={readOnly}
              checked={value === null}
              onChange={(event) => onChange(event.target.checked ? null : whenOn)}
            />
            Off
          </label>
        ) : (
          <span className={`${styles.offSwitch} dim`}>Always on</span>
        )}
      </span>
      <span className="dim fine" id={`${id}-usual`}>
        {usual}
      </span>
    </div>
  );
}
