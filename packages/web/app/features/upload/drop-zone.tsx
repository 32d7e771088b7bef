import { ImageUp } from 'lucide-react';
import { type DragEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Corners } from '../../ui/veil.tsx';

/** Endings beside types: browsers know no type for HEIC on most systems and would grey the files out. */
const ACCEPT = 'image/jpeg,image/png,image/gif,image/webp,image/heic,image/heif,image/avif,.heic,.heif,.avif';

type DropZoneProps = {
  onFile: (file: File) => void;
  /** Id of the error under it. */
  describedBy: string | undefined;
  button: RefObject<HTMLButtonElement | null>;
};

/** The whole area is the button; files can be dropped on it, or pasted anywhere on the page. */
export function DropZone({ onFile, describedBy, button }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) onFile(file);
    return file !== undefined;
  };
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (take(event.clipboardData?.files)) event.preventDefault();
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => onPaste(event);
    // A file dropped beside the zone would otherwise replace the page.
    const keepPage = (event: Event) => event.preventDefault();
    document.addEventListener('paste', paste);
    window.addEventListener('dragover', keepPage);
    window.addEventListener('drop', keepPage);
    return () => {
      document.removeEventListener('paste', paste);
      window.removeEventListener('dragover', keepPage);
      window.removeEventListener('drop', keepPage);
    };
  }, []);

  const leave = (event: DragEvent<HTMLElement>) => {
    const goesTo = event.relatedTarget;
    if (!(goesTo instanceof Node && event.currentTarget.contains(goesTo))) setOver(false);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`drop${over ? ' over' : ''}`}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
        onDragEnter={() => setOver(true)}
        onDragLeave={leave}
        onDrop={(event) => {
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <span className="glyph">
          <Icon of={ImageUp} large />
          <Corners />
        </span>
        <span className="drop-line">
          Drop an image here, or <span className="link">choose a file</span>
        </span>
        <span className="hint">JPG, PNG, GIF, WebP, HEIC, HEIF, AVIF · under 10MB</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Image file"
        accept={ACCEPT}
        onChange={(event) => {
          take(event.target.files);
          // The same file can be chosen again after it was taken out.
          event.target.value = '';
        }}
      />
    </>
  );
}
