import type { RefObject } from 'react';

/** Endings beside types: browsers know no type for HEIC on most systems and would grey the files out. */
const ACCEPT = 'image/jpeg,image/png,image/gif,image/webp,image/heic,image/heif,image/avif,.heic,.heif,.avif';

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
      accept={ACCEPT}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        // The same file can be chosen again after it was taken out.
        event.target.value = '';
      }}
    />
  );
}
