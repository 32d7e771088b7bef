import { limits, type MediaKind, messages } from '@clearframe/contract';
import { useState } from 'react';
import { checkFile } from '../../shared/media/file-check.ts';

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
  /** What can be sent, or null after it said what is missing. */
  take: () => File | string | null;
};

/** What the person picked: one file or one address, never both. Switching the mode clears it (UP-01). */
export function useSelection(): Selection {
  const [mode, setModeState] = useState<UploadMode>('file');
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [url, setUrl] = useState('');
  const [error, setError] = useState<string | null>(null);

  const clear = () => {
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
      const check = await checkFile(file);
      setChosen(check.ok ? { file, kind: check.kind } : null);
      setError(check.ok ? null : check.message);
    },
    setUrl(next) {
      setUrl(next);
      setError(null);
    },
    take() {
      if (mode === 'file') {
        if (chosen === null && error === null) setError(messages.fileRequired);
        return chosen?.file ?? null;
      }
      const check = checkUrl(url);
      if (!check.ok) setError(check.message);
      return check.ok ? check.url : null;
    },
  };
}
