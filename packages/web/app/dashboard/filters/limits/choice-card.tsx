import styles from './choice-card.module.css';

type ChoiceCardProps<T extends string> = {
  name: string;
  title: string;
  /** What holds for every choice. */
  legend: string;
  choices: readonly { value: T; name: string; hint: string }[];
  value: T;
  readOnly: boolean;
  onChange: (value: T) => void;
};

/** One of several, in a card of its own. */
export function ChoiceCard<T extends string>({ name, title, legend, choices, value, readOnly, onChange }: ChoiceCardProps<T>) {
  return (
    <section className="card" aria-labelledby={name}>
      <div className="card-header">
        <h2 id={name}>{title}</h2>
      </div>
      <fieldset className={`card-body ${styles.choices}`} disabled={readOnly}>
        <legend className="muted fine">{legend}</legend>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input type="radio" name={name} checked={value === choice.value} onChange={() => onChange(choice.value)} />
            <span>
              <b>{choice.name}</b> <small>{choice.hint}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </section>
  );
}
