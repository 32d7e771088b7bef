import { createContext, type ReactNode, Suspense, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { painted } from '../../../shared/api/paint-first.ts';
import { VeilLookContext } from '../../../shared/media/veil-look.ts';
import { Nothing, part } from '../../../shared/ui/part.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import styles from './roll.module.css';

/** It comes by itself, so the page stays as it is where its code cannot be had. */
const Roll = part(async () => (await import('./roll.tsx')).Roll, Nothing);

/** Who decides every half second looks at nothing beside the picture. */
const REST_MS = 600;

const RollContext = createContext<HTMLElement | null>(null);

/** The item, once its picture is painted, and whether somebody stays at it. */
function useRest(id: string) {
  const [seen, setSeen] = useState(id);
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    let isLeft = false;
    const see = async () => {
      await painted();
      if (!isLeft) setSeen(id);
    };
    void see();
    const timer = setTimeout(() => setRested(id), REST_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [id]);
  return { seen, rested };
}

/** An element for the roll that remembers how far it was scrolled: out of the page it would forget. */
function makeHost(): HTMLElement {
  const host = document.createElement('div');
  const remember = ({ target }: Event) => {
    if (target instanceof HTMLElement) host.dataset.left = String(target.scrollLeft);
  };
  host.addEventListener('scroll', remember, { capture: true });
  return host;
}

/**
 * Around the page of an item, which gives way to its outline while the next one is read. The roll does not: it lies in an element of its
 * own, which the next page takes over with its prints loaded. Flagged media is blurred in it whatever the person chose: at that size nobody
 * judges it, and nothing is counted as seen.
 */
export function RollPlace({ id, children }: { id: string; children: ReactNode }) {
  const [host] = useState(makeHost);
  const { seen, rested } = useRest(id);
  const isPhone = usePhone();
  return (
    <RollContext value={host}>
      {children}
      {/* Phones have no room for it. */}
      {rested === null || isPhone
        ? null
        : createPortal(
            <VeilLookContext value="blur">
              <Suspense>
                <Roll id={seen} isRested={rested === seen} />
              </Suspense>
            </VeilLookContext>,
            host,
          )}
    </RollContext>
  );
}

/** Where the roll stands on the page of an item, between the ways to the items beside. Its height is there before it. */
export function RollShelf({ before, behind }: { before: ReactNode; behind: ReactNode }) {
  const host = use(RollContext);
  const shelf = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (host === null) return;
    shelf.current?.append(host);
    const row = host.querySelector('ol');
    if (row) row.scrollLeft = Number(host.dataset.left ?? 0);
  }, [host]);
  return (
    <div className={styles.shelf}>
      {before}
      <div className={styles.prints} ref={shelf} />
      {behind}
    </div>
  );
}
