import { CircleCheck, TriangleAlert } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './toast.module.css';

const SHOWN_MS = 4_000;

type ToastOptions = {
  /** One thing to do about it, such as Undo. */
  action?: { label: string; run: () => void };
  shownMs?: number;
  /** Something did not go well, where there is no banner to say it. */
  isFault?: boolean;
};
type Toast = ToastOptions & { text: string };
type Toaster = {
  show: (text: string, options?: ToastOptions) => void;
  /** Reads it out and shows nothing, for what the page shows by itself. */
  say: (text: string) => void;
  dismiss: () => void;
  /** Does what the toast on the screen offers. @returns false when it offers nothing */
  act: () => boolean;
};

const ToastContext = createContext<Toaster>({ show: () => {}, say: () => {}, dismiss: () => {}, act: () => false });

/** Says that an action is finished: `const toast = useToast(); toast('Token copied')`. Errors belong into a Banner. */
export function useToast(): Toaster['show'] {
  return use(ToastContext).show;
}

/** Tells screen readers alone what a key has changed: `const say = useSay(); say('Reason: Violence')`. */
export function useSay(): Toaster['say'] {
  return use(ToastContext).say;
}

/** For a page that takes its toast back, or offers its action under a key as well. */
export function useToaster(): Toaster {
  return use(ToastContext);
}

/** One toast at a time, four seconds, bottom right. The live region exists before its text, so that it is read out. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast | null>(null);
  const [said, setSaid] = useState({ text: '', times: 0 });
  const current = useRef<Toast | null>(null);
  const put = useCallback((next: Toast | null) => {
    current.current = next;
    setToast(next);
  }, []);
  const act = useCallback(() => {
    const action = current.current?.action;
    if (!action) return false;
    put(null);
    action.run();
    return true;
  }, [put]);
  const toaster = useMemo<Toaster>(
    () => ({
      show(text, options = {}) {
        // The region is read out as a whole.
        setSaid(({ times }) => ({ text: '', times }));
        put({ text, ...options });
      },
      // The same words twice are two announcements.
      say: (text) => setSaid(({ times }) => ({ text, times: times + 1 })),
      dismiss: () => put(null),
      act,
    }),
    [put, act],
  );
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => put(null), toast.shownMs ?? SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, put]);
  return (
    <ToastContext value={toaster}>
      {children}
      <div className={styles.toasts} role="status">
        {toast ? (
          <span className={styles.toast}>
            <Icon of={toast.isFault ? TriangleAlert : CircleCheck} />
            {toast.text}
            {toast.action ? (
              <button type="button" className={styles.undo} onClick={act}>
                {toast.action.label}
              </button>
            ) : null}
          </span>
        ) : null}
        {said.text ? (
          <span className="visually-hidden" key={said.times}>
            {said.text}
          </span>
        ) : null}
      </div>
    </ToastContext>
  );
}
