import type { MediaUpload } from '@clearframe/contract';
import { Coffee, ShieldBan } from 'lucide-react';
import { type RefObject, use, useRef, useState } from 'react';
import { isOutOfSight } from '../../../shared/media/is-out-of-sight.ts';
import { BlankShot } from '../../../shared/media/media-shot.tsx';
import { RevealsContext } from '../../../shared/media/reveals-context.ts';
import { useVeilLook } from '../../../shared/media/veil-look.ts';
import { useSay } from '../../../shared/ui/toast.tsx';
import { Corners, revealWords } from '../../../shared/ui/veil.tsx';
import { titleOf, verdictOf } from '../../../shared/verdict/verdict.ts';
import { useCounted } from '../../shell/care/use-counted.ts';
import styles from '../shown/media-detail.module.css';
import { Player } from './player.tsx';
import { PlayerControls } from './player-controls.tsx';
import { secondsOf } from './seconds-of.ts';
import { TimelineCard } from './timeline-card.tsx';
import { usePosition } from './use-position.ts';

/** Where a file names none. */
const USUAL_FRAME_RATE = 25;

/** A video on its page: the player and its timeline, which move together and are revealed together. */
export function VideoStage({ media, print }: { media: MediaUpload; print: RefObject<HTMLDivElement | null> }) {
  const element = useRef<HTMLVideoElement>(null);
  const look = useVeilLook();
  const [open, setOpen] = useState(false);
  const say = useSay();
  const total = secondsOf(media);
  const position = usePosition(element, total, media.video?.frame_rate || USUAL_FRAME_RATE);
  // What nobody has judged yet may be anything; of a picture there is no preview then.
  const verdict = verdictOf(media);
  const isHard = verdict !== 'safe';
  const reveals = use(RevealsContext);
  const counted = useCounted(media.id, !isOutOfSight(media) && (isHard ? look !== 'blur' : media.needs_review));
  const veil = {
    veiled: (isHard && look === 'blur') || counted !== 'shown',
    grey: isHard && look === 'grey',
    revealsGrey: reveals?.isGrey ?? false,
    isMuted: isHard && reveals?.isMuted === true,
    hiddenAs: verdict === 'flagged' ? 'Hidden: flagged media' : 'Hidden: not checked yet',
    open,
    onToggle: async () => {
      // What is hidden does not go on speaking.
      if (open) element.current?.pause();
      const opens = !open && (await reveals?.ask(media.id)) !== false;
      setOpen(opens);
      if (opens !== open) say(revealWords(opens, titleOf(media)));
    },
  };
  return (
    <>
      <div className={styles.tableTop}>
        <div className="frame" ref={print}>
          {media.withheld ? (
            <BlankShot icon={ShieldBan}>Withheld by the operator</BlankShot>
          ) : media.withheld_for ? (
            <BlankShot icon={Coffee}>Hidden during your break</BlankShot>
          ) : (
            <Player media={media} element={element} position={position} veil={veil} />
          )}
          <Corners />
        </div>
        {isOutOfSight(media) ? null : <PlayerControls element={element} position={position} />}
      </div>
      <TimelineCard media={media} position={position} veil={veil} />
    </>
  );
}
