import { limits, type MediaKind, messages } from '@clearframe/contract';
import { useRef, useState } from 'react';
import { checkFile, type FileCheck } from '../../shared/media/file-check.ts';

/**
 * The browser's share of UP-03: present, well formed, http or https. Whether the picture can be fetched is asked by the server
 * alone: our own policy (connect-src 'self') keeps the browser from asking a foreign host, and a cross-origin refusal there
 * would say nothing about what the server can reach. The server answers with the sentences of the specification.
 * @returns the address as it is sent, or the sentence to show
 */
export function checkUrl(input: string): { ok: true; url: string } | { ok: false; message: string } {
  const trimmed = input.trim();
  if (trimmed === '') return { ok: false, message: messages.urlRequired };
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  const web = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  if (!web || trimmed.length > limits.urlMaxLength) return { ok: false, message: messages.urlInvalid };
  return { ok: true, url: trimmed };
}

export type UploadMode = 'file' | 'url';
type ChosenFile = { file: File; kind: MediaKind };

export type Selection = {
  mode: UploadMode;
  chosen: ChosenFile | null;
  url: string;
  /** The sentence under the drop zone or the field. */
  error: string | null;
  setMode: (mode: UploadMode) => void;
  choose: (file: File) => Promise<void>;
  setUrl: (url: string) => void;
  setError: (message: string | null) => void;
  clear: () => void;
  /** What can be sent, once its check has ended, or null after it said what is missing. */
  take: () => Promise<File | string | null>;
};

/** What the person picked: one file or one address, never both. Switching the mode clears it (UP-01). */
export function useSelection(): Selection {
  const [mode, setModeState] = useState<UploadMode>('file');
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [url, setUrl] = useState('');
  const [error, setError] = useState<string | null>(null);
  /** The file chosen last. Its first bytes are still read for a moment, in which the button can be pressed. */
  const latest = useRef<{ file: File; check: Promise<FileCheck> } | null>(null);

  const clear = () => {
    latest.current = null;
    setChosen(null);
    setUrl('');
    setError(null);
  };

  return {
    mode,
    chosen,
    url,
    error,
    clear,
    setError,
    setMode(next) {
      if (next !== mode) clear();
      setModeState(next);
    },
    async choose(file) {
      const one = { file, check: checkFile(file) };
      latest.current = one;
      const check = await one.check;
      // Another file was chosen meanwhile, or none.
      if (latest.current !== one) return;
      setChosen(check.ok ? { file, kind: check.kind } : null);
      setError(check.ok ? null : check.message);
    },
    setUrl(next) {
      setUrl(next);
      setError(null);
    },
    async take() {
      if (mode === 'file') {
        const one = latest.current;
        if (one === null && error === null) setError(messages.fileRequired);
        const check = await one?.check;
        return check?.ok && latest.current === one ? (one?.file ?? null) : null;
      }
      const check = checkUrl(url);
      if (!check.ok) setError(check.message);
      return check.ok ? check.url : null;
    },
  };
}
