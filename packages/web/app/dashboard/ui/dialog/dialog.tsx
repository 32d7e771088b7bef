import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Banner } from '../../../shared/ui/banner.tsx';
import styles from './dialog.module.css';

export type DialogFrameProps = {
  open: boolean;
  onClose: () => void;
  /** A question with the object's name. */
  title: string;
  /** Only a button of it closes it: what it shows is not shown again. */
  keepOpen?: boolean;
  /** A class of its own. Its title is then said and not shown. */
  look?: string | undefined;
  /** Lives only as long as the dialog is open, so each opening starts afresh. */
  children: ReactNode;
};

/**
 * The browser's own modal dialog: it traps and returns focus, closes on Escape and makes the page behind inert, without
 * the style element that a dialog library adds and a strict Content-Security-Policy refuses.
 */
export function DialogFrame({ open, onClose, title, keepOpen = false, look, children }: DialogFrameProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (open) element.current?.showModal();
    else element.current?.close();
  }, [open]);
  return (
    <dialog
      ref={element}
      className={look ?? styles.modal}
      aria-labelledby={titleId}
      // An event of an earlier closing, which arrives when the dialog is open again, must not close it.
      onClose={() => {
        if (!element.current?.open) onClose();
      }}
      // Both: browsers let a second Escape past a refused `cancel`, and a phone's Back sends no key.
      onKeyDown={(event) => {
        if (keepOpen && event.key === 'Escape') event.preventDefault();
      }}
      onCancel={(event) => {
        // Closed by our own state: the browser would give the focus back before the page knows that the dialog is closed.
        event.preventDefault();
        if (!keepOpen) onClose();
      }}
    >
      {open ? (
        <>
          <h2 id={titleId} className={look ? 'visually-hidden' : undefined}>
            {title}
          </h2>
          {children}
        </>
      ) : null}
    </dialog>
  );
}

type DialogProps = DialogFrameProps & {
  /** Buttons; the safe choice first, with `autoFocus`. */
  actions: ReactNode;
};

/** Shows something and asks nothing. What asks is a DialogForm or an AskDialog (`scripts/lib/shape-rules.mjs`). */
export function Dialog({ children, actions, ...frame }: DialogProps) {
  return (
    <DialogFrame {...frame}>
      {children}
      <div className={styles.actions}>{actions}</div>
    </DialogFrame>
  );
}

/** Why it was not done: the sentence alone, or below the title of the dialog's own. */
export function DialogFault({ title, sentence }: { title: string | undefined; sentence: string | null }) {
  if (sentence === null) return null;
  return title === undefined ? (
    <Banner kind="error" title={sentence} />
  ) : (
    <Banner kind="error" title={title}>
      {sentence}
    </Banner>
  );
}

/** Closes after an answer. A dialog that was closed before it came is let be: it may be open again, for something else. */
export function useLateClose(onClose: () => void): () => void {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => {
    if (isShown.current) onClose();
  };
}
