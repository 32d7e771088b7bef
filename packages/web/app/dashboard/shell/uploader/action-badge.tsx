import type { AuthorAction } from '@clearframe/contract';
import { Badge, type BadgeLook } from '../../../shared/ui/badge.tsx';

const badges: Record<Exclude<AuthorAction, 'none'>, { look: BadgeLook; word: string }> = {
  trust: { look: 'pass', word: 'Trusted' },
  watch: { look: 'warn', word: 'Watched' },
  block: { look: 'flag', word: 'Blocked' },
};

/** What holds for somebody; nothing while nothing does. */
export function ActionBadge({ action }: { action: AuthorAction }) {
  if (action === 'none') return null;
  const { look, word } = badges[action];
  return <Badge look={look}>{word}</Badge>;
}
