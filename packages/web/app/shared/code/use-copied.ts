import { useEffect, useState } from 'react';
import { copiedShownMs } from './copied-shown-ms.ts';

/** `copied` stays true for two seconds after `copy(text)` succeeded; it stays false where the browser forbids the clipboard. */
export function useCopied(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedShownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      return true;
    } catch {
      return false;
    }
  };
  return { copied, copy };
}
