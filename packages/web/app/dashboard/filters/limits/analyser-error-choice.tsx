import type { OnAnalyserError } from '@clearframe/contract';
import styles from './limits.module.css';

type AnalyserErrorChoiceProps = { value: OnAnalyserError; readOnly: boolean; onChange: (value: OnAnalyserError) => void };

const choices: readonly { value: OnAnalyserError; name: string; hint: string }[] = [
  { value: 'hold', name: 'Hold it', hint: 'It stays Not checked until a person decides or the analysis runs again.' },
  { value: 'reject', name: 'Flag it', hint: 'We flag it with the reason and notify your webhooks.' },
];

/** What becomes of an item whose analysis failed after every retry. */
export function AnalyserErrorChoice({ value, readOnly, onChange }: AnalyserErrorChoiceProps) {
  return (
    <section className="card" aria-labelledby="analyser-error">
      <div className="card-header">
        <h2 id="analyser-error">When an analysis fails</h2>
      </div>
      <fieldset className={`card-body stack-3 ${styles.errorChoice}`} disabled={readOnly}>
        <legend className="muted">After three retries. It is never charged and never Safe.</legend>
        {choices.map((choice) => (
          <label key={choice.value} className="row">
            <input
              type="radio"
              name="on-analyser-error"
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
            />
            <span>
              <b className="strong">{choice.name}</b> <span className="muted">{choice.hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </section>
  );
}
