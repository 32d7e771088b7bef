import type { OperatorHealth } from '@clearframe/contract';
import styles from '../../shared/ui/facts.module.css';

const schemaOf = (schema: OperatorHealth['versions']['schema']): string => {
  if (schema === null) return 'Could not be read';
  const { made, waiting, is_newer: isNewer } = schema;
  if (isNewer) return `${made}, made by a newer version`;
  return waiting > 0 ? `${made}, ${waiting} more at the next start` : `${made}, up to date`;
};

/** What works here. Each process has its own version beside it. */
export function VersionsCard({ health: { processes, version, versions } }: { health: OperatorHealth }) {
  const running = new Set(processes.filter(({ is_there: isThere }) => isThere).map((one) => one.version));
  const facts = [
    ['Clearframe', [...running.add(version)].sort().join(' and ')],
    ['Engine', versions.engine ?? 'Nothing analysed yet'],
    ['Reader', versions.reader ?? 'Nothing analysed yet'],
    ['PostgreSQL', versions.postgresql],
    ['Node', versions.node],
    ['Schema', schemaOf(versions.schema)],
  ] as const;
  return (
    <section className="card" aria-labelledby="operator-versions">
      <div className="card-header">
        <h2 id="operator-versions">Versions</h2>
      </div>
      <div className="card-body">
        <dl className={styles.facts} data-slot="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
