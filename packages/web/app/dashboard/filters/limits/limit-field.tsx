import { useId } from 'react';
import fieldStyles from '../../../shared/ui/field.module.css';
import limitsStyles from './limits.module.css';

type LimitFieldProps = {
  /** "Nudity: flag from". */
  label: string;
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

const hundredth = (value: number) => Math.round(value * 100) / 100;

/** One limit: a slider, the same as a number, and whether it is off. */
export function LimitField(props: LimitFieldProps) {
  const { label, value, whenOn, max, mayBeOff, readOnly, usual, error, onChange } = props;
  const id = useId();
  const take = (typed: number) => {
    if (Number.isNaN(typed)) {
      if (mayBeOff) onChange(null);
    } else onChange(Math.min(max, Math.max(0, typed)));
  };
  const shared = { min: 0, max, step: 0.01, disabled: readOnly };
  return (
    <div className={limitsStyles.limit}>
      <input
        type="range"
        {...shared}
        aria-label={label}
        aria-valuetext={value === null ? 'off' : String(value)}
        value={value ?? max}
        className={value === null ? limitsStyles.off : undefined}
        onChange={(event) => onChange(hundredth(event.target.valueAsNumber))}
      />
      <input
        type="number"
        {...shared}
        step="any"
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
        <label className={limitsStyles.offSwitch}>
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
        <span className={`${limitsStyles.offSwitch} dim`}>Always on</span>
      )}
      <span className={`dim fine ${limitsStyles.usual}`} id={`${id}-usual`}>
        {usual}
      </span>
    </div>
  );
}
