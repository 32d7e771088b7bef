import type { Author } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../../shared/format/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Time } from '../../../shared/ui/time.tsx';
import { isMissing } from '../../shell/api/is-missing.ts';
import { useMay } from '../../shell/role/use-may.ts';
import { uploaderQuery } from '../../shell/uploader/uploader-query.ts';
import { checkedWords, shareWords, strikesEnd, waitWords } from '../../shell/uploader/uploader-words.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { listAddress } from '../address.ts';
import { selectingAll } from '../selecting-all.ts';
import styles from './uploader-figures.module.css';

/** How the uploads of one person fared, in the room that the card keeps for it. */
export function UploaderFigures({ id }: { id: string }) {
  const read = useQuery(uploaderQuery(id));
  if (read.data && !isMissing(read.error)) return <Figures author={read.data} />;
  if (read.isPending) return <Waiting />;
  if (isMissing(read.error)) return <p className="muted">This uploader was erased.</p>;
  return (
    <p className={fieldStyles.error} data-slot="field-error" role="alert">
      Could not load the uploader.
      <Button kind="ghost" size="small" busy={read.isFetching} onClick={() => void read.refetch()}>
        Try again
      </Button>
    </p>
  );
}

function Figures({ author }: { author: Author }) {
  const { counts, strikes } = author;
  const end = strikesEnd(author);
  return (
    <>
      <Row uploads={formatCount(counts.total)} flagged={shareWords(author)} strikes={formatCount(strikes.active)} />
      <p className="muted">{checkedWords(author)}</p>
      <p className="muted">
        {end ? (
          <>
            {end.words} <Time at={end.at} as="shortDate" />
          </>
        ) : (
          'No active strikes'
        )}
      </p>
      <p className={styles.waiting}>
        <span className="muted truncate">{waitWords(author)}</span>
        <TheirQueue author={author} />
      </p>
    </>
  );
}

/** The way to all of theirs that waits, selected; to look at it for who may not decide. */
function TheirQueue({ author: { id, counts } }: { author: Author }) {
  const mayReview = useMay('media.review') !== false;
  if (counts.undecided === 0) return null;
  return (
    <Link className="link" to={listAddress({ status: 'undecided', author: id })} state={mayReview ? selectingAll : null}>
      {mayReview ? `Select all ${formatCount(counts.undecided)}` : 'Show them'}
    </Link>
  );
}

function Waiting() {
  const line = <Skeleton shape="line" />;
  return (
    <div aria-busy="true" role="status" aria-label="Loading the uploader">
      <Row uploads={line} flagged={line} strikes={line} />
      {line}
    </div>
  );
}

function Row({ uploads, flagged, strikes }: Record<'uploads' | 'flagged' | 'strikes', ReactNode>) {
  return (
    <dl className={styles.figures}>
      <Figure name="Uploads">{uploads}</Figure>
      <Figure name="Flagged">{flagged}</Figure>
      <Figure name="Strikes">{strikes}</Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
