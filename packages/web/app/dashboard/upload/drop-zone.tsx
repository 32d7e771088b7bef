import { ImageUp } from 'lucide-react';
import { type DragEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import dropAreaStyles from '../../shared/ui/drop-area.module.css';
import { Icon } from '../../shared/ui/icon.tsx';
import { Corners } from '../../shared/ui/veil.tsx';
import { FilePicker } from './file-picker.tsx';
import { usePastedFiles } from './use-pasted-files.ts';

type DropZoneProps = {
  onFiles: (files: File[]) => void;
  /** Where files that were pasted go another way. */
  onPaste?: (files: File[]) => void;
  /** Id of the error under it. */
  describedBy: string | undefined;
  button: RefObject<HTMLButtonElement | null>;
  /** The words in it. */
  children: ReactNode;
};

/** The whole area is the button; files can be dropped on it, or pasted anywhere on the page. */
export function DropZone({ onFiles, onPaste = onFiles, describedBy, button, children }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: File[]) => {
    if (files.length > 0) onFiles(files);
  };
  usePastedFiles(onPaste);

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
        {children}
      </button>
      <FilePicker input={input} label="Image file" onFiles={take} />
    </>
  );
}
