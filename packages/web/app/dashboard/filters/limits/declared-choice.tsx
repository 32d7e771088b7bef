import type { DeclaredSynthetic } from '@clearframe/contract';
import styles from './limits.module.css';

type DeclaredChoiceProps = { value: DeclaredSynthetic; readOnly: boolean; onChange: (value: DeclaredSynthetic) => void };

const choices: readonly { value: DeclaredSynthetic; name: string; hint: string }[] = [
  { value: 'note', name: 'Note it', hint: 'The reason says so, and nothing else changes.' },
  { value: 'review', name: 'Ask a person', hint: 'It passes and joins the queue.' },
  { value: 'flag', name: 'Flag it', hint: 'It fails, whatever its scores.' },
];

/** What becomes of a file whose Content Credentials declare that a model made it. */
export function DeclaredChoice({ value, readOnly, onChange }: DeclaredChoiceProps) {
  return (
    <section className="card" aria-labelledby="declared-synthetic">
      <div className="card-header">
        <h2 id="declared-synthetic">When a file declares that a model made it</h2>
      </div>
      <fieldset className={`card-body stack-3 ${styles.errorChoice}`} disabled={readOnly}>
        <legend className="muted">Read from Content Credentials. We detect nothing, and many such files declare nothing.</legend>
        {choices.map((choice) => (
          <label key={choice.value} className="row">
            <input
              type="radio"
              name="declared-synthetic"
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
