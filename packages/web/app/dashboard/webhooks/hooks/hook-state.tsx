import type { ListedWebhook } from '@clearframe/contract';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import styles from './hook-state.module.css';
import { logAddress } from './log-address.ts';
import { StatusToggle, type StatusToggleProps } from './status-toggle.tsx';

type HookStateProps = Omit<StatusToggleProps, 'webhook'> & { webhook: ListedWebhook };

/** Whether a hook is on, whether it fails, and its last delivery. It has the same size in every state. */
export function HookState({ webhook, ...toggle }: HookStateProps) {
  const { id, last_delivery: last, is_failing: isFailing } = webhook;
  return (
    <span className={styles.state}>
      <span className="row">
        <StatusToggle webhook={webhook} {...toggle} />
        {isFailing ? (
          <Badge look="warn" icon={TriangleAlert}>
            Failing
          </Badge>
        ) : null}
      </span>
      {last === null ? (
        <small className="dim">No delivery yet</small>
      ) : (
        <Link className={`link ${styles.last}`} to={logAddress(id)} title={last.error ?? undefined}>
          <span className="visually-hidden">Last delivery: </span>
          {last.http_status ?? 'No answer'}, <Time at={last.at} />
        </Link>
      )}
    </span>
  );
}
