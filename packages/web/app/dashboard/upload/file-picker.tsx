import type { RefObject } from 'react';
import { acceptedTypes } from '../../shared/media/file-check.ts';

type FilePickerProps = { input: RefObject<HTMLInputElement | null>; label: string; onFiles: (files: File[]) => void };

/** The browser's own dialog for one or more files; a button clicks it. */
export function FilePicker({ input, label, onFiles }: FilePickerProps) {
  return (
    <input
      ref={input}
      type="file"
      hidden
      multiple
      aria-label={label}
      accept={acceptedTypes}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        // The same file can be chosen again after it was taken out.
        event.target.value = '';
      }}
    />
  );
}
