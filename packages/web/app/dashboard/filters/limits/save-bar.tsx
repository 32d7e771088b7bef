import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { formatCount } from '../../../shared/format/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { triedNone, type WhatIfState } from '../what-if-details.tsx';
import { flipSums } from './flip-words.ts';
import { FlipsDialog } from './flips-dialog.tsx';
import styles from './save-bar.module.css';

type SaveBarProps = {
  /** What is not saved, in one line. */
  words: string;
  what: WhatIfState;
  /** It cannot be saved as it is. */
  invalid: boolean;
  busy: boolean;
  /** Why the last try to save did not succeed. */
  fault: ReactNode;
  onDiscard: () => void;
  onSave: () => void;
};

/** What is not saved, what it would flip, and the two ways to go on. It stays at the lower edge of the window. */
export function SaveBar({ words, what, invalid, busy, fault, onDiscard, onSave }: SaveBarProps) {
  const [isShown, setShown] = useState(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || event.shiftKey || event.altKey || event.ctrlKey === event.metaKey) return;
    // The browser would save the page.
    event.preventDefault();
    if (!invalid && !busy && !event.repeat && document.querySelector('dialog[open]') === null) onSave();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <section className={styles.bar} aria-label="Unsaved changes">
      {fault}
      <div>
        <b className="strong">{words}</b>
        <Result what={what} invalid={invalid} onShow={() => setShown(true)} />
      </div>
      <div className={`row ${styles.acts}`}>
        <Button kind="ghost" held={busy} onClick={onDiscard}>
          Discard
        </Button>
        <Button kind="primary" busy={busy} disabled={invalid} aria-keyshortcuts="Control+S Meta+S" onClick={onSave}>
          Save Limits
          <KeyHint>Ctrl S</KeyHint>
        </Button>
      </div>
      <FlipsDialog open={isShown} words={words} what={what} onClose={() => setShown(false)} />
    </section>
  );
}

/** In one sentence what the change would make of the newest items. */
function Result({ what, invalid, onShow }: Pick<SaveBarProps, 'what' | 'invalid'> & { onShow: () => void }) {
  const { query, isBehind } = what;
  const { data, error } = query;
  return (
    <div className={styles.result}>
      <div role="status">
        {invalid ? 'Correct the limits above to see a preview.' : null}
        {!invalid && isBehind ? 'Trying the change on stored results…' : null}
        {!invalid && !isBehind && error ? errorMessage(error, 'Could not try the change. You can still save it.') : null}
        {!invalid && !isBehind && !error && data ? <Sums data={data} /> : null}
      </div>{' '}
      {invalid || isBehind ? null : error || (data && triedNone(data)) ? (
        <button type="button" className="link" onClick={() => void query.refetch()}>
          Try again
        </button>
      ) : data && data.items_checked > 0 ? (
        <button type="button" className="link" onClick={onShow}>
          {data.flips.length === 0 ? 'Try other items' : `See the ${formatCount(flipSums(data.flips).all)}`}
        </button>
      ) : null}{' '}
      <span>Applies to uploads from now on.</span>
    </div>
  );
}

function Sums({ data }: { data: NonNullable<WhatIfState['query']['data']> }) {
  if (triedNone(data)) return 'No item could be tried in time.';
  if (data.items_checked === 0) return 'No checked items yet.';
  const { flagged, review } = flipSums(data.flips);
  return (
    <>
      Of the newest {formatCount(data.items_checked)}: <b className="strong">{flagged}</b>
      {review === null ? '' : `; ${review}`}
      {data.is_complete ? '.' : ' (as many as we could try in time).'}
    </>
  );
}
