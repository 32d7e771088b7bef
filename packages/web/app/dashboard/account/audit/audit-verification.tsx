import { useQuery } from '@tanstack/react-query';
import script from '../../../../programs/verify-audit-log.mjs?url';
import { CodeBlock } from '../../../shared/code/code-block.tsx';
import { formatCount } from '../../../shared/format/format.ts';
import { LoadFault } from '../../ui/load-fault.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './audit.module.css';
import { auditHeadQuery } from './audit-queries.ts';

/** The newest hash, and how somebody checks an exported log with it. */
export function AuditVerification() {
  const head = useQuery(auditHeadQuery);
  return (
    <section className="card" aria-labelledby="verify-h">
      <div className="card-header">
        <h2 id="verify-h">Verification</h2>
      </div>
      <div className={`card-body ${styles.verify}`}>
        <p className="muted">
          Each entry holds the hash of the entry before. Note the newest hash somewhere else. An export that was changed no longer
          leads to it.
        </p>
        {head.isError ? <LoadFault title="Could not load the newest hash" query={head} /> : null}
        {head.isPending ? <Skeleton shape="line" /> : null}
        {head.data ? (
          <>
            <CodeBlock label={`Newest hash, of entry ${formatCount(head.data.seq)}`} text={head.data.hash} />
            <CodeBlock label="Check an export" text={`clearframe audit verify FILE.jsonl --head ${head.data.hash}`} />
            <p>
              Without our code?{' '}
              <a className="link" href={script} download="verify-audit-log.mjs">
                verify-audit-log.mjs
              </a>{' '}
              needs Node alone.
            </p>
            <CodeBlock label="Check with the script" text={`node verify-audit-log.mjs FILE.jsonl ${head.data.hash}`} />
          </>
        ) : null}
      </div>
    </section>
  );
}
