import type { Webhook } from '@clearframe/contract';
import { CircleCheck, CirclePause } from 'lucide-react';
import styles from '../../../shared/ui/badge.module.css';
import { Icon } from '../../../shared/ui/icon.tsx';

export type StatusToggleProps = { webhook: Webhook; busy: boolean; onToggle: (webhook: Webhook) => void };

/** The state as a badge that switches it. */
export function StatusToggle({ webhook, busy, onToggle }: StatusToggleProps) {
  const { isActive, webhookUrl } = webhook;
  const word = isActive ? 'Active' : 'Inactive';
  return (
    <button
      type="button"
      className={`${styles.badge} ${isActive ? styles.pass : styles.off}`}
      data-slot="badge"
      aria-label={`${word}, press to ${isActive ? 'deactivate' : 'activate'} ${webhookUrl}`}
      aria-disabled={busy || undefined}
      onClick={() => {
        if (!busy) onToggle(webhook);
      }}
    >
      <Icon of={isActive ? CircleCheck : CirclePause} />
      {word}
    </button>
  );
}
