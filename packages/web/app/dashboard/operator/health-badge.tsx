import type { HealthState } from '@clearframe/contract';
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react';
import { Badge } from '../../shared/ui/badge.tsx';

const states = {
  ok: { look: 'pass', icon: CircleCheck, word: 'Healthy' },
  degraded: { look: 'warn', icon: TriangleAlert, word: 'Degraded' },
  failed: { look: 'flag', icon: CircleX, word: 'Failing' },
} as const satisfies Record<HealthState, object>;

/** How something is, by a word and a sign. @param state null = nothing is known of it */
export function HealthBadge({ state }: { state: HealthState | null }) {
  if (state === null)
    return (
      <Badge look="off" icon={CircleDashed}>
        Not asked
      </Badge>
    );
  const { look, icon, word } = states[state];
  return (
    <Badge look={look} icon={icon} filled={state === 'failed'}>
      {word}
    </Badge>
  );
}
