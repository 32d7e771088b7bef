import type { KnownMatch } from '@clearframe/contract';
import { Columns2 } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useReview } from '../decide/review-context.ts';
import { distanceWords, matchWords } from '../shown/match-labels.ts';

type KnownPictureProps = {
  match: KnownMatch;
  /** Absent where there is no picture to compare it with. */
  onCompare: (() => void) | undefined;
};

/** How much an item looks like a known picture, with the way to it. */
export function KnownPicture({ match, onCompare }: KnownPictureProps) {
  const { shortcuts } = useReview();
  const bits = `${distanceWords(match.distance)}${match.mirrored ? ', seen in a mirror' : ''}`;
  return (
    <div className="stack-3">
      <div>
        <h3>Known picture</h3>
        <p className="muted">
          {`It looks like ${matchWords(match)}: ${bits}.`}
          {match.note ? (
            <>
              {' '}
              Note: <q dir="auto">{match.note}</q>
            </>
          ) : null}
        </p>
      </div>
      {match.media_id || onCompare ? (
        <p className="row wrap">
          {onCompare ? (
            <Button size="small" onClick={onCompare}>
              <Icon of={Columns2} />
              Compare them
              {shortcuts ? <KeyHint>C</KeyHint> : null}
            </Button>
          ) : null}
          {match.media_id ? (
            <Link className="link" to={`/dashboard/media/${match.media_id}`}>
              Show that item
            </Link>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
