import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../shared/format/format.ts';
import { Time } from '../../../shared/ui/time.tsx';
import { Meter } from '../../ui/meter.tsx';
import { usageQuery } from '../api/usage-query.ts';
import { endLine, grantedWords } from '../subscription/subscription-status.ts';
import styles from './frames-meter.module.css';

/** Frames of this period in the side menu; empty until they are known, so that nothing is claimed. */
export function FramesMeter() {
  const { data } = useQuery(usageQuery);
  if (!data) return <div className={styles.framesMeter} data-slot="frames-meter" aria-busy="true" />;
  if (!data.usage) {
    return (
      <div className={styles.framesMeter} data-slot="frames-meter">
        <span className="muted">Frames</span>
        <span className="dim fine">No active subscription</span>
      </div>
    );
  }
  const { media_used_this_period: used, total_media_allowed: total } = data.usage;
  return (
    <div className={styles.framesMeter} data-slot="frames-meter">
      <div className="row">
        <span className="muted">Frames</span>
        <span className="figures">
          <b className="strong">{formatCount(used)}</b> <span className="dim">/ {formatCount(total)}</span>
        </span>
      </div>
      <Meter label="Frames used" value={used} max={total} />
      <span className="dim fine">
        {data.plan?.name ?? grantedWords}
        {data.subscription ? (
          <>
            {` · ${data.next_billing_date ? endLine(data.subscription).term.toLowerCase() : 'until'} `}
            <Time at={data.next_billing_date ?? data.subscription.current_period_end} as="date" />
          </>
        ) : null}
      </span>
    </div>
  );
}
