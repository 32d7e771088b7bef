import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './dialog.module.css';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  /** A question with the object's name. */
  title: string;
  children: ReactNode;
  /** Buttons; the safe choice first, with `autoFocus`. */
  actions: ReactNode;
  /** Only a button of it closes it: what it shows is not shown again. */
  keepOpen?: boolean;
};

/**
 * The browser's own modal dialog: it traps and returns focus, closes on Escape and makes the page behind inert, without
 * the style element that a dialog library adds and a strict Content-Security-Policy refuses.
 */
export function Dialog({ open, onClose, title, children, actions, keepOpen = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (open) element.current?.showModal();
    else element.current?.close();
  }, [open]);
  return (
    <dialog
      ref={element}
      className={styles.modal}
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
          <h2 id={titleId}>{title}</h2>
          {children}
          <div className={styles.actions}>{actions}</div>
        </>
      ) : null}
    </dialog>
  );
}
