import type { ListedWebhook, Webhook } from '@clearframe/contract';
import { Button, LinkButton } from '../../../shared/ui/button.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { shownToken } from '../../tokens/shown-token.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import secretStyles from '../../ui/secret.module.css';
import { CopySecret } from './copy-secret.tsx';
import { HookState } from './hook-state.tsx';
import { logAddress } from './log-address.ts';
import rowActionsStyles from './row-actions.module.css';
import webhooksStyles from './webhooks.module.css';

export type WebhookTableProps = {
  webhooks: readonly ListedWebhook[];
  /** Ids whose test, or change of state, is under way. */
  testing: string | null;
  toggling: string | null;
  onTest: (webhook: Webhook) => void;
  onToggle: (webhook: Webhook) => void;
  onRegenerate: (webhook: Webhook) => void;
  onEdit: (webhook: Webhook) => void;
  onDelete: (webhook: Webhook) => void;
};

/** Hooks, each with what can be done with it. */
export function WebhookTable(props: WebhookTableProps) {
  const { webhooks, testing, toggling, onTest, onToggle, onRegenerate, onEdit, onDelete } = props;
  const columns: Column<ListedWebhook>[] = [
    {
      header: 'Webhook URL',
      cell: ({ webhookUrl }) => (
        <span className={`truncate ${webhooksStyles.url}`} title={webhookUrl}>
          {webhookUrl}
        </span>
      ),
    },
    {
      header: 'Token',
      cell: (webhook) => (
        <span className={secretStyles.secret}>
          {shownToken(webhook.webhookToken)}
          <CopySecret webhook={webhook} which="webhookToken" name={`of ${webhook.webhookUrl}`} />
        </span>
      ),
    },
    {
      header: 'Status',
      cell: (webhook) => <HookState webhook={webhook} busy={toggling === webhook.id} onToggle={onToggle} />,
    },
    {
      header: 'Created',
      className: 'figures muted',
      cell: ({ createdAt }) => <Time at={createdAt} as="localeDate" />,
    },
    {
      header: 'Actions',
      label: '',
      className: rowActionsStyles.actions,
      headerClassName: rowActionsStyles.actions,
      cell: (webhook) => {
        const { id, webhookUrl } = webhook;
        const action = (word: string, name: string, onClick: (webhook: Webhook) => void) => (
          <Button kind="ghost" size="small" aria-label={name} onClick={() => onClick(webhook)}>
            {word}
          </Button>
        );
        return (
          <span className="row wrap">
            <LinkButton size="small" to={logAddress(id)} aria-label={`Deliveries to ${webhookUrl}`}>
              Deliveries
            </LinkButton>
            <Button size="small" busy={testing === id} aria-label={`Test ${webhookUrl}`} onClick={() => onTest(webhook)}>
              Test
            </Button>
            {action('Regenerate token', `Regenerate token of ${webhookUrl}`, onRegenerate)}
            {action('Edit', `Edit ${webhookUrl}`, onEdit)}
            {action('Delete', `Delete ${webhookUrl}`, onDelete)}
          </span>
        );
      },
    },
  ];
  return <DataTable columns={columns} rows={webhooks} rowKey={({ id }) => id} />;
}
