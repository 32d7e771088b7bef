import { ImageUp } from 'lucide-react';
import { type DragEvent, type RefObject, useRef, useState } from 'react';
import dropAreaStyles from '../../shared/ui/drop-area.module.css';
import fieldStyles from '../../shared/ui/field.module.css';
import { Icon } from '../../shared/ui/icon.tsx';
import { Corners } from '../../shared/ui/veil.tsx';
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
        className={`${dropAreaStyles.dropArea}${over ? ` ${dropAreaStyles.over}` : ''}`}
        data-slot="drop-area"
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
        onDragEnter={() => setOver(true)}
        onDragLeave={leave}
        onDrop={(event) => {
          setOver(false);
          take([...event.dataTransfer.files]);
        }}
      >
        <span className={dropAreaStyles.glyph} data-slot="drop-area-glyph">
          <Icon of={ImageUp} large />
          <Corners />
        </span>
        <span className={dropAreaStyles.line} data-slot="drop-area-line">
          Drop an image here, or <span className="link">choose a file</span>
        </span>
        <span className={fieldStyles.hint} data-slot="field-hint">
          JPG, PNG, GIF, WebP, HEIC, HEIF, AVIF · under 10MB · several at once make a queue
        </span>
      </button>
      <FilePicker input={input} label="Image file" onFiles={take} />
    </>
  );
}
