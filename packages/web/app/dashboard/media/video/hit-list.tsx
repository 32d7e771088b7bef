import type { VideoSecond } from '@clearframe/contract';
import { useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import veilStyles from '../../../shared/ui/veil.module.css';
import { Shot } from '../../../shared/ui/veil.tsx';
import type { VeilState } from './player.tsx';
import type { Seconds } from './seconds-query.ts';
import { type Hit, reasonOf, stretchOf } from './timeline.ts';
import videoStyles from './video.module.css';

/** So many are put on the page at a time: a long video has thousands. */
const SHOWN = 24;

type HitListProps = {
  hits: readonly Hit[];
  seconds: readonly VideoSecond[];
  thumbnails: Seconds['thumbnails'];
  second: number;
  veil: VeilState;
  onSeek: (second: number) => void;
  onBroken: () => void;
};

/** Every stretch of flagged seconds as a button that leads there, with its picture, veiled like the player. */
export function HitList({ hits, seconds, thumbnails, second, veil, onSeek, onBroken }: HitListProps) {
  const [shown, setShown] = useState(SHOWN);
  const byTime = new Map(thumbnails.map((thumbnail) => [thumbnail.second, thumbnail.url]));
  return (
    <>
      <ol className={videoStyles.hits} aria-label="Flagged seconds">
        {hits.slice(0, shown).map((hit) => {
          const url = pictureOf(hit, seconds, byTime);
          return (
            <li key={hit.from}>
              <button
                type="button"
                className={videoStyles.hit}
                data-slot="video-hit"
                aria-current={hit.from <= second && second <= hit.to ? 'true' : undefined}
                onClick={() => onSeek(hit.from)}
              >
                {url ? (
                  <Shot
                    src={url}
                    alt=""
                    veiled={veil.veiled && !veil.open}
                    grey={veil.grey || (veil.veiled && veil.revealsGrey)}
                    pill={false}
                    width={160}
                    height={120}
                    onError={onBroken}
                  />
                ) : (
                  <span className={veilStyles.shot} data-slot="shot" />
                )}
                <span className={videoStyles.hitWords}>
                  <span className="mono">{stretchOf(hit)}</span>
                  <small>{reasonOf(hit)}</small>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      {hits.length > shown ? (
        <Button size="small" onClick={() => setShown(shown + SHOWN)}>
          Show more of {hits.length.toLocaleString('en-US')}
        </Button>
      ) : null}
    </>
  );
}

/** A picture of the stretch, or of an earlier second that looks nearly the same. */
function pictureOf({ from, to }: Hit, seconds: readonly VideoSecond[], byTime: ReadonlyMap<number, string>): string | undefined {
  for (let second = from; second <= to; second += 1) {
    const url = byTime.get(second) ?? byTime.get(seconds[second]?.same_as ?? -1);
    if (url !== undefined) return url;
  }
  return undefined;
}
