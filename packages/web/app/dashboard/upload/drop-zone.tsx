import { ImageUp } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import dropAreaStyles from '../../shared/ui/drop-area.module.css';
import { Icon } from '../../shared/ui/icon.tsx';
import { Corners } from '../../shared/ui/veil.tsx';
import { FilePicker } from './file-picker.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';
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

/** The whole area is the button; files can be dropped or pasted anywhere on the page. */
export function DropZone({ onFiles, onPaste = onFiles, describedBy, button, children }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = (files: File[]) => {
    if (files.length > 0) onFiles(files);
  };
  usePastedFiles(onPaste);
  const over = useDroppedFiles(take);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${dropAreaStyles.dropArea}${over ? ` ${dropAreaStyles.over}` : ''}`}
        data-slot="drop-area"
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
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
