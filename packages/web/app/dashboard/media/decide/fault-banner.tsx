import { X } from 'lucide-react';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button, LinkButton } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useReview } from './review-context.ts';

/** What could not be decided or undone, until it is dismissed or its item is decided. @param on the item whose page says it itself */
export function FaultBanner({ on }: { on?: string }) {
  const { fault, dismissFault } = useReview();
  if (!fault || (on !== undefined && fault.lost?.id === on)) return null;
  const { title, reason, act, lost, what } = fault;
  const words = reason === title ? 'The item is unchanged.' : reason;
  return (
    <Banner
      kind="error"
      title={title}
      action={
        <span className="row">
          {lost ? (
            <LinkButton size="small" to={`/dashboard/media/${lost.id}`}>
              Open it
            </LinkButton>
          ) : null}
          {act ? (
            <Button size="small" onClick={act.run}>
              {act.label}
            </Button>
          ) : null}
          <Button kind="ghost" icon size="small" aria-label="Dismiss" onClick={dismissFault}>
            <Icon of={X} />
          </Button>
        </span>
      }
    >
      {what}: {words}
    </Banner>
  );
}
