import type { Webhook } from '@clearframe/contract';
import { Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { Button, LinkButton } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { shownToken } from '../../tokens/shown-token.ts';
import rowActionsStyles from '../../ui/row-actions.module.css';
import tableStyles from '../../ui/table.module.css';
import { CopySecret } from './copy-secret.tsx';
import { logAddress } from './log-address.ts';
import { StatusToggle } from './status-toggle.tsx';
import webhooksStyles from './webhooks.module.css';

export type WebhookTableProps = {
  webhooks: readonly Webhook[];
  /** Ids whose test, or change of state, is under way. */
  testing: string | null;
  toggling: string | null;
  onTest: (webhook: Webhook) => void;
  onToggle: (webhook: Webhook) => void;
  onRegenerate: (webhook: Webhook) => void;
  onEdit: (webhook: Webhook) => void;
  onDelete: (webhook: Webhook) => void;
};

/** Hooks as a table; stacked and labelled on phones. */
export function WebhookTable({ webhooks, ...actions }: WebhookTableProps) {
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">Webhook URL</th>
          <th scope="col">Token</th>
          <th scope="col">Status</th>
          <th scope="col">Created</th>
          <th scope="col" className={rowActionsStyles.actions}>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <WebhookLine key={webhook.id} webhook={webhook} {...actions} />
        ))}
      </tbody>
    </table>
  );
}

type WebhookLineProps = Omit<WebhookTableProps, 'webhooks'> & { webhook: Webhook };

function WebhookLine({ webhook, testing, toggling, onTest, onToggle, onRegenerate, onEdit, onDelete }: WebhookLineProps) {
  const { id, webhookUrl, webhookToken, createdAt } = webhook;
  return (
    <tr>
      <td className={tableStyles.lead}>
        <span className={`truncate ${webhooksStyles.url}`} title={webhookUrl}>
          {webhookUrl}
        </span>
      </td>
      <td data-l="Token">
        <span className={tableStyles.secret}>
          {shownToken(webhookToken)}
          <CopySecret webhook={webhook} which="webhookToken" name={`of ${webhookUrl}`} />
        </span>
      </td>
      <td data-l="Status">
        <StatusToggle webhook={webhook} busy={toggling === id} onToggle={onToggle} />
      </td>
      <td data-l="Created" className="figures muted">
        {new Date(createdAt).toLocaleDateString()}
      </td>
      <td data-l="" className={rowActionsStyles.actions}>
        <span className="row">
          <LinkButton size="small" to={logAddress(id)} aria-label={`Deliveries to ${webhookUrl}`}>
            Deliveries
          </LinkButton>
          <Button size="small" busy={testing === id} aria-label={`Test ${webhookUrl}`} onClick={() => onTest(webhook)}>
            Test
          </Button>
          <Button
            kind="ghost"
            size="small"
            icon
            title="Regenerate token"
            aria-label={`Regenerate token of ${webhookUrl}`}
            onClick={() => onRegenerate(webhook)}
          >
            <Icon of={RefreshCw} />
          </Button>
          <Button kind="ghost" size="small" icon title="Edit" aria-label={`Edit ${webhookUrl}`} onClick={() => onEdit(webhook)}>
            <Icon of={Pencil} />
          </Button>
          <Button
            kind="ghost"
            size="small"
            icon
            title="Delete"
            aria-label={`Delete ${webhookUrl}`}
            onClick={() => onDelete(webhook)}
          >
            <Icon of={Trash2} />
          </Button>
        </span>
      </td>
    </tr>
  );
}
