import type { Author } from '@clearframe/contract';
import { formatCount } from '../../shared/format/format.ts';
import { Time } from '../../shared/ui/time.tsx';

/** How many strikes count now, and when one ends: the next, or the last where only the newest are listed. */
export function StrikeCount({ strikes: { active, list } }: Pick<Author, 'strikes'>) {
  const [newest] = list;
  const oldest = active <= list.length ? list.at(-1) : undefined;
  const shown = oldest ?? newest;
  return (
    <>
      {formatCount(active)}
      {shown ? (
        <small>
          {active === 1 ? 'ends' : oldest ? 'the next ends' : 'the last ends'} <Time at={shown.expires_at} as="shortDate" />
        </small>
      ) : null}
    </>
  );
}
