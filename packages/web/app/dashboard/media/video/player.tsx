import type { MediaUpload } from '@clearframe/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff, VideoOff } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import veilStyles from '../../../shared/ui/veil.module.css';
import { titleOf } from '../../../shared/verdict/verdict.ts';
import { mediaItemQuery } from '../../shell/api/media-item-query.ts';
import type { Position } from './use-position.ts';
import videoStyles from './video.module.css';

export type VeilState = {
  veiled: boolean;
  grey: boolean;
  /** Once it is revealed: without colour. */
  revealsGrey: boolean;
  /** It begins without sound; its controls give it back. */
  isMuted: boolean;
  /** What it is called while it is hidden. */
  hiddenAs: string;
  open: boolean;
  onToggle: () => Promise<void>;
};

type PlayerProps = { media: MediaUpload; element: RefObject<HTMLVideoElement | null>; position: Position; veil: VeilState };

/**
 * The video with the browser's own controls, under the veil when it is flagged or not judged yet: blurred, it cannot be started before it
 * is revealed.
 */
export function Player({ media, element, position, veil }: PlayerProps) {
  const { veiled, grey, revealsGrey, isMuted, hiddenAs, open, onToggle } = veil;
  const { src, failed, onError, onReady, retry } = useAddress(media, element);
  const hidden = veiled && !open;
  return (
    <div
      className={[
        veilStyles.shot,
        videoStyles.shot,
        veiled && veilStyles.veil,
        grey && veilStyles.grey,
        revealsGrey && veilStyles.revealsGrey,
        open && veilStyles.open,
      ]
        .filter(Boolean)
        .join(' ')}
      data-slot={`shot${veiled ? ' veil' : ''}${open ? ' open' : ''}`}
    >
      <video
        ref={element}
        src={src ?? undefined}
        poster={media.signedDisplayUrl ?? undefined}
        preload="metadata"
        {...(media.width && media.height && { width: media.width, height: media.height })}
        playsInline
        muted={isMuted}
        controls={!hidden && !failed}
        disablePictureInPicture={hidden}
        aria-label={hidden ? hiddenAs : titleOf(media)}
        onLoadedMetadata={onReady}
        onTimeUpdate={position.onTime}
        onSeeked={position.onTime}
        onError={onError}
      />
      {veiled ? (
        <button
          className={veilStyles.reveal}
          data-slot="reveal"
          type="button"
          aria-label={`${open ? 'Hide' : 'Reveal'} ${titleOf(media)}`}
          onClick={() => void onToggle()}
        >
          <Icon of={open ? EyeOff : Eye} />
          <span>{open ? 'Hide' : 'Reveal'}</span>
        </button>
      ) : null}
      {failed ? (
        <p className={videoStyles.fault} role="status">
          <Icon of={VideoOff} />
          <span className="grow">This browser cannot play the file. Its seconds are below.</span>
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </p>
      ) : null}
    </div>
  );
}

/**
 * The address that the player loads. Signed addresses expire: a player that stops getting on asks for the item once more and goes
 * on where it was with the new address. If that is the old one, or fails as well, the file is one that this browser cannot play.
 */
function useAddress(media: MediaUpload, element: RefObject<HTMLVideoElement | null>) {
  const queries = useQueryClient();
  // Every reading signs a new address; what plays is not loaded again for that.
  const [src, setSrc] = useState(media.signedUrl);
  const [failed, setFailed] = useState(false);
  const resumeAt = useRef<{ time: number; playing: boolean } | null>(null);
  const failedAt = useRef<string | null>(null);
  // Before its analysis a film has no address: nobody has taken out yet where it was made.
  if (src === null && media.signedUrl !== null) setSrc(media.signedUrl);

  /** @returns the address as the server signs it now, or null */
  const signAnew = async (): Promise<string | null> => {
    const { queryKey, queryFn } = mediaItemQuery(media.id);
    const fresh = await queries.fetchQuery({ queryKey, ...(queryFn && { queryFn }), staleTime: 0 }).catch(() => null);
    return fresh?.signedUrl ?? null;
  };
  const onError = async () => {
    const { current } = element;
    if (failedAt.current === src) return;
    failedAt.current = src;
    if (resumeAt.current !== null || current === null) return setFailed(true);
    resumeAt.current = { time: current.currentTime, playing: !current.paused };
    const fresh = await signAnew();
    if (fresh === null || fresh === src) setFailed(true);
    else setSrc(fresh);
  };
  const retry = async () => {
    const fresh = await signAnew();
    failedAt.current = null;
    if (fresh !== null && fresh !== src) setSrc(fresh);
    else element.current?.load();
  };
  useEffect(() => {
    // It loads as soon as it is made. React drops what it says before it stands on the page.
    if (element.current?.error) void onError();
  });
  const onReady = () => {
    const { current } = element;
    setFailed(false);
    if (current === null || resumeAt.current === null) return;
    const { time, playing } = resumeAt.current;
    resumeAt.current = null;
    if (time > 0) current.currentTime = time;
    // A browser that forbids it leaves the player standing where it was.
    if (playing) void current.play().catch(() => undefined);
  };
  return { src, failed, onError: () => void onError(), onReady, retry: () => void retry() };
}
