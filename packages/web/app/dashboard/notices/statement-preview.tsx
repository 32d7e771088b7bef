import { type Label, type Notice, statementWords } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import styles from './notices.module.css';
import { statementSettingsQuery } from './statement-settings-query.ts';

/** What uploaders will read by this reason, in the words of the public page. What software found differs by item, and is left out. */
export function StatementPreview({ label, source }: { label: Label; source: Notice['source'] }) {
  const settings = useQuery(statementSettingsQuery).data;
  const id = useId();
  if (settings?.mode === 'off') return <p className="muted">Statements are off, so uploaders learn no reason.</p>;
  const person = { automated_detection: false, automated_decision: 'not_automated' } as const;
  const { title, asked, decided, effect } = statementWords({ ...person, source, restriction: label.restriction });
  const isLaw = label.ground === 'illegal';
  const rows = [
    ['Effect', effect],
    ['Why', label.name],
    [isLaw ? 'Law' : 'Rule', (isLaw ? label.legal_reference : label.terms_reference) ?? label.name],
    ['Who asked', asked],
    ['Who decided', decided],
  ] as const;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>The uploader reads</h3>
      <p>
        <b>{title}</b>
      </p>
      <p className={styles.typed} dir="auto">
        {label.text}
      </p>
      <dl className={styles.facts}>
        {rows.map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
