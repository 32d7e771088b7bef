import { CircleCheck } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { Icon } from './icon.tsx';

const SHOWN_MS = 4_000;
const ToastContext = createContext<(text: string) => void>(() => {});

/** Says that an action is finished: `const toast = useToast(); toast('Token copied')`. Errors belong into a Banner. */
export function useToast(): (text: string) => void {
  return use(ToastContext);
}

/** One toast at a time, four seconds, bottom right. The live region exists before its text, so that it is read out. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<{ text: string } | null>(null);
  const show = useCallback((text: string) => setToast({ text }), []);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setToast(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status">
        {toast ? (
          <span className="toast">
            <Icon of={CircleCheck} />
            {toast.text}
          </span>
        ) : null}
      </div>
    </ToastContext>
  );
}
