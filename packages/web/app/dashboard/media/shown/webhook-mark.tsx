import type { MediaUpload } from '@clearframe/contract';
import { Clock, Send, TriangleAlert } from 'lucide-react';
import { Icon } from '../../../shared/ui/icon.tsx';

const words = {
  sent: { icon: Send, word: 'Sent', told: 'Webhook sent' },
  pending: { icon: Clock, word: 'Pending', told: 'Webhook pending' },
  failed: { icon: TriangleAlert, word: 'Not sent', told: 'Webhook not sent' },
} as const;

/** Whether the account's hooks were told of an item; nothing where there was no hook to tell (MED-03). */
export function WebhookMark({ item }: { item: Pick<MediaUpload, 'webhookStatus' | 'webhookLastError'> }) {
  if (item.webhookStatus === null) return null;
  const { icon, word, told } = words[item.webhookStatus];
  return (
    <span className="row" title={item.webhookLastError ?? told}>
      <Icon of={icon} />
      <span className="visually-hidden">Webhook </span>
      {word}
    </span>
  );
}
