import { ImageUp } from 'lucide-react';
import { type DragEvent, type RefObject, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Corners } from '../../ui/veil.tsx';
import { FilePicker } from './file-picker.tsx';
import { usePastedFiles } from './use-pasted-files.ts';

type DropZoneProps = {
  onFiles: (files: File[]) => void;
  /** Id of the error under it. */
  describedBy: string | undefined;
  button: RefObject<HTMLButtonElement | null>;
};

/** The whole area is the button; files can be dropped on it, or pasted anywhere on the page. */
export function DropZone({ onFiles, describedBy, button }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: File[]) => {
    if (files.length > 0) onFiles(files);
  };
  usePastedFiles(take);

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
          take([...event.dataTransfer.files]);
        }}
      >
        <span className="glyph">
          <Icon of={ImageUp} large />
          <Corners />
        </span>
        <span className="drop-line">
          Drop an image here, or <span className="link">choose a file</span>
        </span>
        <span className="hint">JPG, PNG, GIF, WebP, HEIC, HEIF, AVIF · under 10MB · several at once make a queue</span>
      </button>
      <FilePicker input={input} label="Image file" onFiles={take} />
    </>
  );
}
