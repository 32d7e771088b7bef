import type { MediaUpload } from '@clearframe/contract';
import { useIsFetching } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { keys } from '../../../shared/api/keys.ts';
import { isOutOfSight } from '../../../shared/media/is-out-of-sight.ts';
import { isVideo } from '../../../shared/media/is-video.ts';
import { MediaShot } from '../../../shared/media/media-shot.tsx';
import { Button, LinkButton } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Nothing, opened, part } from '../../../shared/ui/part.tsx';
import { Corners } from '../../../shared/ui/veil.tsx';
import { PageActions } from '../../shell/page/page-actions.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { CareStrip } from '../care/care-strip.tsx';
import { DecideButtons, DecideCard } from '../decide/decide-card.tsx';
import { FaultBanner } from '../decide/fault-banner.tsx';
import { useReview } from '../decide/review-context.ts';
import { ShortcutsHelp } from '../decide/shortcuts-help.tsx';
import { isAsked, titleFor } from '../decide/situation.ts';
import { useShortcuts } from '../decide/use-shortcuts.ts';
import { RollShelf } from '../roll/roll-place.tsx';
import styles from '../shown/media-detail.module.css';
import { BelowPicture } from './below-picture.tsx';
import { DetailPanel } from './detail-panel.tsx';
import { HeldMark } from './held-mark.tsx';
import { isNotAnalysed, ReanalyseButton } from './item-card.tsx';
import { PictureTools } from './picture-tools.tsx';
import { PlaceInList } from './place-in-list.tsx';
import { placedLines } from './placed-lines.ts';
import { RevealTool, turnVeil } from './reveal-tool.tsx';
import type { Ways } from './use-ahead.ts';
import { useBeginAtPage } from './use-begin-at-page.ts';
import { useDecision } from './use-decision.ts';
import { useHitLines } from './use-hit-lines.ts';
import { useLarge } from './use-large.ts';
import { useOfItem } from './use-of-item.ts';
import { useSettled } from './use-settled.ts';

/** Its code comes for videos alone. Without it the whole page is a fault: nobody decides what they did not see. */
const VideoStage = lazy(async () => ({ default: (await import('../video/video-stage.tsx')).VideoStage }));

/** Few pictures hold text that was read. */
const TextPlaces = part(async () => (await import('./text-places.tsx')).TextPlaces, Nothing);

/** Looking closely is a choice. */
const Viewer = opened(async () => (await import('../viewer/viewer.tsx')).Viewer);

/** One item with what a person can do about it. @param pageWays lead to other items on the same page */
export function MediaDetail({ media: whole, ways: pageWays }: { media: MediaUpload; ways: Ways }) {
  const { canDecide, fault, lost, seenPage, setLookedAt, shortcuts, undoLast, unread } = useReview();
  const [opened, setOpened] = useOfItem(whole.id, () => false);
  // Whoever knows what the analysis said agrees more often, and the sample would measure that.
  const isBlind = whole.sampled && !opened && unread(whole) === null;
  const media = useMemo(() => (isBlind ? { ...whole, moderation: null } : whole), [isBlind, whole]);
  const settled = useSettled(media);
  const navigate = useNavigate();
  const { situation, note, reasons, ways, actions } = useDecision(media, pageWays);
  const { addressOf, kept } = ways;
  // Who was first is known once the item is read again.
  const lastSeen = media.decisions.at(-1)?.id ?? null;
  const lostId = lost?.id === media.id && lost.seen === lastSeen ? media.id : null;
  const isReading = useIsFetching({ queryKey: keys.media.item(lostId), exact: true }) > 0;
  const [help, setHelp] = useOfItem(media.id, () => false);
  const [outlined, setOutlined] = useOfItem<boolean | null>(media.id, () => null);
  const hits = useHitLines(media);
  const showsPlaces = outlined ?? hits.size > 0;
  const print = useRef<HTMLDivElement>(null);
  const large = useLarge(media, print);
  const { known } = large;
  const isPhone = usePhone();

  useBeginAtPage(media.id);
  useEffect(() => setLookedAt(media.id), [media.id, setLookedAt]);

  useShortcuts({
    reveal: () => turnVeil(print),
    help: () => setHelp(true),
    next: ways.goOn,
    previous: ways.goBack,
    back: () => void navigate(ways.list),
    zoom: large.onOpen,
    ...(known && { compare: large.onCompare }),
    ...(canDecide && {
      pass: () => actions.onDecide('pass'),
      fail: () => actions.onDecide('fail'),
      undo: undoLast,
      note: () => note.current?.focus(),
      reason: ({ key }) => reasons.onDigit(key),
    }),
  });

  const before = { id: ways.previous, word: 'Previous item', icon: ChevronLeft, address: addressOf, kept };
  const after = useDeferredValue(ways.next ? addressOf(ways.next) : ways.list);
  const behind = { id: ways.next, word: 'Next item', icon: ChevronRight, address: addressOf, kept };
  return (
    <>
      <PageActions>
        {canDecide && isAsked(situation) ? <HeldMark id={media.id} /> : null}
        <Button kind="ghost" size="small" className="not-on-phones" onClick={() => setHelp(true)}>
          <KeyHint>?</KeyHint> Shortcuts
        </Button>
      </PageActions>
      <FaultBanner {...((situation.kind === 'lost' || isReading) && { on: media.id })} />
      <div className={styles.mediaDetail} data-slot="media-detail">
        <div className={styles.stage}>
          {isVideo(media) ? (
            <Suspense
              fallback={
                <div className={styles.tableTop}>
                  <Skeleton shape="print" />
                </div>
              }
            >
              <VideoStage key={media.id} media={media} print={print} />
            </Suspense>
          ) : (
            <div className={styles.tableTop} data-slot="picture">
              <div className="frame" ref={print}>
                <MediaShot key={media.id} media={media} size="display">
                  {large.canOpen ? (
                    <button type="button" className={styles.openLarge} aria-label="Enlarge the picture" onClick={large.onOpen} />
                  ) : null}
                  {placedLines(media).length > 0 ? (
                    <Suspense>
                      <TextPlaces media={media} hits={hits} outlined={showsPlaces} onOpen={large.onOpen} />
                    </Suspense>
                  ) : null}
                </MediaShot>
                <Corners />
              </div>
              {large.canOpen ? (
                <PictureTools onZoom={large.onOpen} onCompare={known ? large.onCompare : undefined}>
                  <RevealTool print={print} shortcuts={shortcuts} />
                  <PlaceInList id={settled.id} page={seenPage} />
                </PictureTools>
              ) : null}
            </div>
          )}
          {isPhone ? null : <RollShelf before={<Neighbour {...before} />} behind={<Neighbour {...behind} />} />}
          <CareStrip id={media.id} />
          <BelowPicture
            media={settled}
            isLeft={settled.id !== media.id}
            showsPlaces={showsPlaces}
            onPlaces={setOutlined}
            onCompare={known ? large.onCompare : undefined}
          />
        </div>
        <DetailPanel
          media={settled}
          after={canDecide ? after : null}
          verdict={
            <DecideCard
              media={media}
              situation={situation}
              note={note}
              reasons={reasons}
              onOpen={isBlind ? () => setOpened(true) : undefined}
              {...actions}
            >
              {isNotAnalysed(media) ? <ReanalyseButton key={media.id} media={media} /> : null}
            </DecideCard>
          }
        />
        {isPhone ? (
          <div className={styles.dock}>
            <Neighbour {...before} />
            {canDecide && !isOutOfSight(media) ? (
              <DecideButtons key={media.id} media={media} situation={situation} docked {...actions} />
            ) : (
              <span />
            )}
            <Neighbour {...behind} />
          </div>
        ) : null}
      </div>
      {large.wasOpened ? (
        <Suspense>
          <Viewer
            key={media.id}
            media={media}
            open={large.open}
            onClose={large.onClose}
            isHidden={large.isHidden}
            match={known}
            compares={large.compares}
            onCompare={large.setCompares}
            said={fault && !fault.ids.includes(media.id) ? `${fault.title}: ${fault.what}` : titleFor(situation, media)}
            ways={{
              next: ways.goOn,
              ...(canDecide && {
                pass: () => actions.onDecide('pass'),
                fail: () => actions.onDecide('fail'),
                undo: undoLast,
              }),
            }}
          />
        </Suspense>
      ) : null}
      <ShortcutsHelp key={media.id} open={help} onClose={() => setHelp(false)} page="detail" />
    </>
  );
}

type NeighbourProps = {
  id: string | null | undefined;
  word: string;
  icon: LucideIcon;
  address: (id: string) => string;
  /** What the history keeps of the queue. */
  kept: { state?: unknown };
};

/** The way to the item before or after; at the ends of the list it says that there is none. */
function Neighbour({ id, word, icon, address, kept }: NeighbourProps) {
  if (id)
    return (
      <LinkButton kind="ghost" icon to={address(id)} {...kept} aria-label={word}>
        <Icon of={icon} />
      </LinkButton>
    );
  return (
    <Button kind="ghost" icon aria-label={word} disabled>
      <Icon of={icon} />
    </Button>
  );
}
