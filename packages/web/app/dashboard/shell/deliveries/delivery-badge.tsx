import type { DeliveryStatus } from '@clearframe/contract';
import { Ban, CircleCheck, Clock, type LucideIcon, OctagonAlert } from 'lucide-react';
import { Badge, type BadgeLook } from '../../../shared/ui/badge.tsx';
import { signs } from '../../../shared/ui/signs.ts';

const badges = {
  pending: { look: 'wait', icon: Clock, word: 'Pending' },
  sent: { look: 'pass', icon: CircleCheck, word: 'Sent' },
  failed: { look: 'warn', icon: signs.again, word: 'Failed, retrying' },
  gave_up: { look: 'flag', icon: OctagonAlert, word: 'Gave up' },
  cancelled: { look: 'off', icon: Ban, word: 'Cancelled' },
} as const satisfies Record<DeliveryStatus, { look: BadgeLook; icon: LucideIcon; word: string }>;

/** How it stands with one event for one hook. */
export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const { look, icon, word } = badges[status];
  return (
    <Badge look={look} icon={icon}>
      {word}
    </Badge>
  );
}
