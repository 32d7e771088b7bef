import { type KnownMatch, limits, type MediaUpload } from '@clearframe/contract';
import { Link } from 'react-router';
import fieldStyles from '../../../shared/ui/field.module.css';
import { distanceWords, matchWords } from './match-labels.ts';
import styles from './match-note.module.css';

/** How much an item looks like a known picture, with the way to it; nothing when it looks like none. */
export function MatchNote({ match, onCompare }: { match: KnownMatch | undefined; onCompare: (() => void) | undefined }) {
  if (!match) return null;
  const bits = `${distanceWords(match.distance)}${match.mirrored ? ', seen in a mirror' : ''}`;
  return (
    <p className={styles.match}>
      {/* What decided stands in the reason above. */}
      {match.applied ? `Compared with it: ${bits}. ` : `It looks like ${matchWords(match)}: ${bits}. `}
      {match.note ? (
        <>
          Note: <q>{match.note}</q>{' '}
        </>
      ) : null}
      {match.media_id ? (
        <Link className="link" to={`/dashboard/media/${match.media_id}`}>
          Show that item
        </Link>
      ) : null}
      {onCompare ? (
        <>
          {' · '}
          <button type="button" className="link" onClick={onCompare}>
            Compare them
          </button>
        </>
      ) : null}
    </p>
  );
}

/** Says of a picture with too little in it that a decision does not reach its copies. */
export function PlainNote({ media }: { media: MediaUpload }) {
  const hash = media.analysis_metadata?.hash;
  if (!hash || hash.quality >= limits.knownQualityMin) return null;
  return (
    <p className={fieldStyles.hint} data-slot="field-hint">
      This picture has too little detail to recognise copies, so we don’t remember the decision.
    </p>
  );
}
