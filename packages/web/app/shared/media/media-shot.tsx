import type { MediaUpload } from '@clearframe/contract';
import { EyeOff, ImageOff, type LucideIcon, Play, ShieldBan } from 'lucide-react';
import { type ReactNode, use, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import veilStyles from '../ui/veil.module.css';
import { Shot } from '../ui/veil.tsx';
import { titleOf, verdictOf } from '../verdict/verdict.ts';
import { clockOf } from './clock-of.ts';
import { isOutOfSight } from './is-out-of-sight.ts';
import { isVideo } from './is-video.ts';
import styles from './media-shot.module.css';
import { type Counted, RevealsContext } from './reveals-context.ts';
import { useLargeCopy } from './use-large-copy.ts';
import { useVeilLook } from './veil-look.ts';

/** The chip on the print of a video, with its length once that is known; nothing on a picture. */
function VideoMark({ media }: { media: Pick<MediaUpload, 'mimeType' | 'duration_ms'> }) {
  if (!isVideo(media)) return null;
  return (
    <span className={veilStyles.duration} data-slot="duration">
      <Icon of={Play} filled />
      <span className="visually-hidden">Video</span>
      {media.duration_ms === null ? null : clockOf(media.duration_ms / 1_000)}
    </span>
  );
}

/** The frame of a picture that cannot be shown: the words say why. */
export function BlankShot({ icon = ImageOff, mark, children }: { icon?: LucideIcon; mark?: ReactNode; children: ReactNode }) {
  return (
    <div className={`${veilStyles.shot} ${styles.blank}`} data-slot="shot media-shot-blank">
      <Icon of={icon} large />
      <span>{children}</span>
      {mark}
    </div>
  );
}

/** `small` for a row of a list, `thumbnail` for a card, `display` for a page of its own. */
type Size = 'small' | 'thumbnail' | 'display';

/**
 * The address to show at once, best first: a large copy may have to be made first. A browser cannot show every original (HEIC), so
 * originals are not tried.
 */
function addressOf(media: MediaUpload, size: Size): string | null {
  const { signedSmallUrl, signedThumbnailUrl, signedDisplayUrl } = media;
  return (size === 'small' ? signedSmallUrl : null) ?? signedThumbnailUrl ?? signedDisplayUrl;
}

/** `children` lie over the picture. */
type MediaShotProps = {
  media: MediaUpload;
  size?: Size;
  pill?: boolean;
  stop?: boolean;
  /** Whatever the verdict: somebody has reported it. */
  alwaysVeiled?: boolean;
  children?: ReactNode;
};

/** The print of one item, veiled when flagged. Without a copy that can be shown it is a neutral frame. */
export function MediaShot({
  media,
  size = 'thumbnail',
  pill = true,
  stop = true,
  alwaysVeiled = false,
  children,
}: MediaShotProps) {
  const look = useVeilLook();
  const flagged = alwaysVeiled || verdictOf(media) === 'flagged';
  const latest = addressOf(media, size);
  const [src, setSrc] = useState(latest);
  const [broken, setBroken] = useState(false);
  const copy = useLargeCopy(size === 'display' && !isOutOfSight(media) ? media.signedDisplayUrl : null);
  // A copy that was held for long may not be shown again: its address was signed for an hour.
  const [brokenCopy, setBrokenCopy] = useState<string | null>(null);
  const large = copy === brokenCopy ? null : copy;
  const reveals = use(RevealsContext);
  // Beside the flagged ones: whoever opens an item that waits for a person looks at it.
  const isBare = flagged ? look !== 'blur' : media.needs_review && size === 'display';
  // Every reading signs a new address for the same picture; a picture on the screen is not loaded again for that.
  if (latest !== null && (src === null || (broken && src !== latest))) {
    setSrc(latest);
    setBroken(false);
  }
  // Before all else: an address that was signed earlier is refused from now on.
  if (media.withheld) return <BlankShot icon={ShieldBan}>Withheld by the operator</BlankShot>;
  if (media.withheld_for) return <BlankShot icon={EyeOff}>Hidden during your break</BlankShot>;
  const mark = size === 'thumbnail' ? <VideoMark media={media} /> : null;
  if (src === null) return <BlankShot mark={mark}>{media.moderationError ? 'No preview' : 'Preview follows'}</BlankShot>;
  if (broken && large === null) return <BlankShot mark={mark}>Could not load the preview</BlankShot>;
  const sides = media.width && media.height && size === 'display' ? { width: media.width, height: media.height } : {};
  const shot = (counted: Counted) => (
    <Shot
      src={large ?? src}
      alt={titleOf(media)}
      veiled={(flagged && look === 'blur') || counted !== 'shown'}
      grey={flagged && look === 'grey'}
      pill={pill && counted !== 'waiting'}
      revealsGrey={reveals?.isGrey ?? false}
      revealsSmall={size === 'display' && reveals?.isSmall === true}
      onReveal={reveals ? () => reveals.ask(media.id) : undefined}
      stop={stop}
      eager={size === 'display'}
      onError={() => (large === null ? setBroken(true) : setBrokenCopy(large))}
      {...sides}
    >
      {children}
      {mark}
    </Shot>
  );
  return isBare && reveals ? <reveals.Gate id={media.id}>{shot}</reveals.Gate> : shot('shown');
}
