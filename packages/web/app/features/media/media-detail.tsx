import type { ManualVerdict, MediaUpload } from '@clearframe/contract';
import { useRef, useState } from 'react';
import { PageActions } from '../../shell/page-actions.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Corners } from '../../ui/veil.tsx';
import { DecideButtons, DecideCard } from '../review/decide-card.tsx';
import { FaultBanner } from '../review/fault-banner.tsx';
import { useReview } from '../review/review-context.ts';
import '../review/review.css';
import { ShortcutsDialog } from '../review/shortcuts-dialog.tsx';
import { useShortcuts } from '../review/use-shortcuts.ts';
import { DetailPanel } from './detail-panel.tsx';
import { DetailSaw } from './detail-saw.tsx';
import './findings.css';
import { History } from './history.tsx';
import { MediaShot } from './media-shot.tsx';

/** One item with what a person can do about it. */
export function MediaDetail({ media }: { media: MediaUpload }) {
  const { canDecide, decide, undoLast } = useReview();
  const [help, setHelp] = useState(false);
  const note = useRef<HTMLTextAreaElement>(null);
  const print = useRef<HTMLDivElement>(null);

  const onDecide = (verdict: ManualVerdict) => {
    decide([media], verdict, note.current?.value.trim() ?? '');
    if (note.current) note.current.value = '';
  };
  useShortcuts({
    reveal: () => print.current?.querySelector<HTMLButtonElement>('.reveal')?.click(),
    help: () => setHelp(true),
    ...(canDecide && {
      pass: () => onDecide('pass'),
      fail: () => onDecide('fail'),
      undo: undoLast,
      note: () => note.current?.focus(),
    }),
  });

  return (
    <>
      <PageActions>
        <Button kind="ghost" size="small" className="hide-s" onClick={() => setHelp(true)}>
          <KeyHint>?</KeyHint> Shortcuts
        </Button>
      </PageActions>
      <FaultBanner />
      <div className="detail">
        <div className="stage">
          <div className="table-top">
            <div className="ph1" ref={print}>
              <MediaShot media={media} size="display" />
              <Corners />
            </div>
          </div>
          <DetailSaw media={media} />
          <History media={media} />
        </div>
        <DetailPanel media={media} verdict={<DecideCard media={media} onDecide={onDecide} note={note} />} />
        {canDecide ? (
          <div className="dock">
            <DecideButtons onDecide={onDecide} />
          </div>
        ) : null}
      </div>
      <ShortcutsDialog open={help} onClose={() => setHelp(false)} page="detail" />
    </>
  );
}
