import { Check, EyeOff, type LucideIcon, ShieldBan } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { BlankShot, MediaShot } from '../../../shared/media/media-shot.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { itemAddress } from '../address.ts';
import { fromQueue, isFromQueue } from '../queue/next-item.ts';
import { useFilters } from '../use-filters.ts';
import type { RollItem } from './kept-roll.ts';
import { printWords } from './print-words.ts';
import styles from './roll.module.css';
import { useRoll } from './use-roll.ts';

type RollProps = {
  /** The item that is open. */
  id: string;
  /** Whether the person stays at it. */
  isRested: boolean;
};

/** What stands around an item in its list, as small prints. One stop for Tab; the arrow keys go along it. */
export function Roll({ id, isRested }: RollProps) {
  const { filters } = useFilters();
  const { state } = useLocation();
  const { around, items, hasFailed, read } = useRoll(id, filters, isRested);
  const row = useRef<HTMLOListElement>(null);
  const at = items?.findIndex(({ item }) => item.id === id) ?? -1;
  useLayoutEffect(() => {
    const open = row.current?.children[at];
    // Whoever goes along it by keys, or scrolls it, is not called back.
    if (row.current && open instanceof HTMLElement && !row.current.contains(document.activeElement))
      row.current.scrollLeft = open.offsetLeft - (row.current.clientWidth - open.clientWidth) / 2;
  }, [at]);
  if (hasFailed)
    return (
      <p className={styles.fault} role="alert">
        Could not load the neighbours.
        <Button size="small" onClick={() => void read.refetch()} busy={read.isFetching}>
          Try again
        </Button>
      </p>
    );
  if (items === null) return null;
  return (
    <nav aria-label="In this list">
      {/* One that is read around another item is another one: its prints come, and do not move. */}
      <ol key={around} className={styles.row} ref={row} onKeyDown={goAlong}>
        {items.map((shown, place) => (
          <Print
            key={shown.item.id}
            shown={shown}
            to={itemAddress(shown.item.id, filters)}
            isOpen={place === at}
            isStop={place === Math.max(0, at)}
            kept={isFromQueue(state) ? { state: fromQueue } : {}}
          />
        ))}
      </ol>
    </nav>
  );
}

type PrintProps = { shown: RollItem; to: string; isOpen: boolean; isStop: boolean; kept: { state?: unknown } };

/** In the place of a picture that is not shown. */
function signOf({ item, isThere }: RollItem): LucideIcon | null {
  if (!isThere) return Check;
  if (item.withheld) return ShieldBan;
  return item.withheld_for ? EyeOff : null;
}

function Print({ shown, to, isOpen, isStop, kept }: PrintProps) {
  const words = printWords(shown);
  const sign = signOf(shown);
  return (
    <li className={styles.print}>
      <Link
        to={to}
        {...kept}
        aria-label={words}
        aria-current={isOpen ? 'true' : undefined}
        title={words}
        tabIndex={isStop ? 0 : -1}
      >
        <span className="block" aria-hidden="true">
          {sign ? (
            <BlankShot icon={sign}>{null}</BlankShot>
          ) : (
            <MediaShot media={shown.item} size="small" pill={false} stop={false} />
          )}
        </span>
      </Link>
    </li>
  );
}

const steps = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
]);

function goAlong(event: KeyboardEvent<HTMLOListElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  // A decision is one on the open item: with the focus on another one it would be for the wrong picture.
  if (/^[pfr1-9]$/i.test(event.key) && links[at]?.hasAttribute('aria-current') === false) event.stopPropagation();
  const step = steps.get(event.key);
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  links[at + step]?.focus();
}
