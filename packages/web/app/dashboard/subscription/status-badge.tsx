import type { Subscription } from '@clearframe/contract';
import { CircleCheck, CirclePause, TriangleAlert } from 'lucide-react';
import { Badge } from '../../shared/ui/badge.tsx';
import { type StatusLook, statusWords } from '../shell/subscription/subscription-status.ts';

const icons: Record<StatusLook, typeof CircleCheck> = { pass: CircleCheck, warn: TriangleAlert, off: CirclePause };

/** The badge of a subscription's status. */
export function StatusBadge({ status }: { status: Subscription['status'] }) {
  const { word, look } = statusWords[status];
  return (
    <Badge look={look} icon={icons[look]}>
      {word}
    </Badge>
  );
}
