import { type Statement, statementWords } from '@clearframe/contract';
import { Time } from '../../shared/ui/time.tsx';
import { ruleOf } from './appeal-words.ts';
import styles from './appeals.module.css';

/** The statement in the words of its public page, where labels and settings of later change nothing. */
export function StatementText({ statement }: { statement: Statement }) {
  const { title, asked, decided, software, effect } = statementWords(statement);
  const { reversed_at: lifted } = statement;
  const standing = lifted ? (
    <>
      Lifted on <Time at={lifted} as="date" />
    </>
  ) : (
    effect
  );
  const rows = [
    ['Effect', standing],
    ['Who asked', asked],
    ['Who decided', decided],
    ['Software', software],
  ] as const;
  return (
    <div className={styles.statement}>
      <p>
        <b>{title}</b>
      </p>
      <p>
        <b>{statement.label.name}</b>
      </p>
      <p className={styles.typed} dir="auto">
        {statement.label.text}
      </p>
      <p className="muted breakable">{ruleOf(statement)}</p>
      <p>{statement.facts}</p>
      <dl>
        {rows.map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a className="link" href={statement.url} target="_blank" rel="noreferrer">
          Statement {statement.number}, public page
        </a>{' '}
        of <Time at={statement.created_at} as="date" />
      </p>
    </div>
  );
}
