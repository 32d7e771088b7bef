import type { MediaKind } from '@clearframe/contract';
import { useState } from 'react';
import { checkFile } from '../../../shared/media/file-check.ts';
import { blankFields } from '../../upload/details-card.tsx';
import type { Upload } from '../../upload/use-upload.ts';

export type ChosenPicture = { file: File; kind: MediaKind };

export type OwnPictureState = {
  picked: ChosenPicture | null;
  /** Why the last file was not taken. */
  fault: string | null;
  /** Checks at once what was chosen or dropped, where frames are left. */
  choose: (files: File[]) => Promise<void>;
  /** A pasted picture may be an accident, so it waits for a yes. */
  paste: (files: File[]) => Promise<void>;
  send: () => void;
  remove: () => void;
};

type OwnPictureOptions = { upload: Upload; isOpen: boolean; onSeveral: (files: File[]) => void };

/** The first picture of one's own, from the choice to the upload. */
export function useOwnPicture({ upload, isOpen, onSeveral }: OwnPictureOptions): OwnPictureState {
  const [picked, setPicked] = useState<ChosenPicture | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const start = (media: File) => upload.start({ media, fields: blankFields });
  const take = async (files: File[], mayStart: boolean) => {
    const [file] = files;
    if (!file) return;
    if (files.length > 1) return onSeveral(files);
    const looked = await checkFile(file);
    setFault(looked.ok ? null : looked.message);
    setPicked(looked.ok ? { file, kind: looked.kind } : null);
    if (looked.ok && mayStart) start(file);
  };
  return {
    picked,
    fault,
    choose: (files) => take(files, isOpen),
    paste: (files) => take(files, false),
    send: () => picked && start(picked.file),
    remove() {
      setPicked(null);
      upload.reset();
    },
  };
}
