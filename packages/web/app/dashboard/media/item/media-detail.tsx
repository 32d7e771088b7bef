import type { ManualVerdict, MediaUpload } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isVideo } from '../../../shared/media/is-video.ts';
import { MediaShot } from '../../../shared/media/media-shot.tsx';
import { Button, LinkButton } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Corners } from '../../../shared/ui/veil.tsx';
import { PageActions } from '../../shell/page/page-actions.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { itemAddress, listAddress } from '../address.ts';
import { DecideButtons, DecideCard } from '../decide/decide-card.tsx';
import { FaultBanner } from '../decide/fault-banner.tsx';
import { useReview } from '../decide/review-context.ts';
import { ShortcutsDialog } from '../decide/shortcuts-dialog.tsx';
import { useShortcuts } from '../decide/use-shortcuts.ts';
import { neighboursQuery } from '../media-queries.ts';
import styles from '../shown/media-detail.module.css';
import { useFilters } from '../use-filters.ts';
import { VideoStage } from '../video/video-stage.tsx';
import { DetailPanel } from './detail-panel.tsx';
import { History } from './history.tsx';
import { ItemCard } from './item-card.tsx';
import { TextPlaces } from './text-places.tsx';
import { useHitLines } from './use-hit-lines.ts';
import { usePreparedItem } from './use-prepared-item.ts';
import { WhatTheModelSaw } from './what-the-model-saw.tsx';

/** One item with what a person can do about it. */
export function MediaDetail({ media: whole }: { media: MediaUpload }) {
  const { canDecide, decide, setLookedAt, undoLast } = useReview();
  const { filters } = useFilters();
  const [opened, setOpened] = useState<string | null>(null);
  // Whoever knows what the analysis said agrees more often, and the sample would measure that.
  const isBlind = whole.sampled && opened !== whole.id;
  const media = isBlind ? { ...whole, moderation: null } : whole;
  const navigate = useNavigate();
  const neighbours = useQuery(neighboursQuery(media.id, filters)).data;
  usePreparedItem(neighbours?.next);
  const [help, setHelp] = useState(false);
  const [outlined, setOutlined] = useState<boolean | null>(null);
  const hits = useHitLines(media);
  const showsPlaces = outlined ?? hits.size > 0;
  const note = useRef<HTMLTextAreaElement>(null);
  const print = useRef<HTMLDivElement>(null);

  useEffect(() => setLookedAt(media.id), [media.id, setLookedAt]);

  const addressOf = (id: string) => itemAddress(id, filters);
  const goTo = (id: string | null | undefined) => {
    if (id) void navigate(addressOf(id));
  };
  const onDecide = (verdict: ManualVerdict) => {
    decide([media], verdict, note.current?.value.trim() ?? '');
    if (note.current) note.current.value = '';
  };
  useShortcuts({
    reveal: () => print.current?.querySelector<HTMLButtonElement>('[data-slot~=reveal]')?.click(),
    help: () => setHelp(true),
    next: () => goTo(neighbours?.next),
    previous: () => goTo(neighbours?.previous),
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
        <Button kind="ghost" size="small" className="not-on-phones" onClick={() => setHelp(true)}>
          <KeyHint>?</KeyHint> Shortcuts
        </Button>
        <Neighbour
          id={neighbours?.previous}
          word="Previous item"
          icon={ChevronLeft}
          address={addressOf}
          className="not-on-phones"
        />
        <Neighbour id={neighbours?.next} word="Next item" icon={ChevronRight} address={addressOf} className="not-on-phones" />
      </PageActions>
      <FaultBanner />
      <div className={styles.mediaDetail} data-slot="media-detail">
        <div className={styles.stage}>
          {isVideo(media) ? (
            <VideoStage media={media} print={print} />
          ) : (
            <div className={styles.tableTop}>
              <div className="frame" ref={print}>
                <MediaShot media={media} size="display">
                  {showsPlaces ? <TextPlaces media={media} hits={hits} /> : null}
                </MediaShot>
                <Corners />
              </div>
            </div>
          )}
          <WhatTheModelSaw media={media} showsPlaces={showsPlaces} onPlaces={setOutlined} />
          <History media={media} />
        </div>
        <DetailPanel
          media={media}
          verdict={
            <DecideCard media={media} onDecide={onDecide} note={note} onOpen={isBlind ? () => setOpened(media.id) : undefined} />
          }
        >
          {canDecide ? (
            <ItemCard media={media} after={neighbours?.next ? addressOf(neighbours.next) : listAddress(filters)} />
          ) : null}
        </DetailPanel>
        <div className={styles.dock}>
          <Neighbour id={neighbours?.previous} word="Previous item" icon={ChevronLeft} address={addressOf} />
          {canDecide && !media.withheld ? <DecideButtons onDecide={onDecide} /> : <span />}
          <Neighbour id={neighbours?.next} word="Next item" icon={ChevronRight} address={addressOf} />
        </div>
      </div>
      <ShortcutsDialog open={help} onClose={() => setHelp(false)} page="detail" />
    </>
  );
}

type NeighbourProps = {
  id: string | null | undefined;
  word: string;
  icon: LucideIcon;
  address: (id: string) => string;
  className?: string;
};

/** The way to the item before or after; at the ends of the list it says that there is none. */
function Neighbour({ id, word, icon, address, className = '' }: NeighbourProps) {
  if (id)
    return (
      <LinkButton kind="ghost" icon className={className} to={address(id)} aria-label={word}>
        <Icon of={icon} />
      </LinkButton>
    );
  return (
    <Button kind="ghost" icon className={className} aria-label={word} disabled>
      <Icon of={icon} />
    </Button>
  );
}
