import { CircleCheck, CircleDashed, Flag, Images, type LucideIcon } from 'lucide-react';
import { formatCount } from '../../format.ts';
import { Icon } from '../../ui/icon.tsx';
import { shareOfUploads } from './share.ts';
import type { Counts } from './use-counts.ts';

type FigureProps = { word: string; icon: LucideIcon; className?: string; filled?: boolean; count: number | null; note: string };

function Figure({ word, icon, className, filled = false, count, note }: FigureProps) {
  return (
    <div>
      <dt className={className}>
        <Icon of={icon} filled={filled} />
        {word}
      </dt>
      <dd>
        {count === null ? <span className="sk figure-sk" aria-hidden="true" /> : formatCount(count)}
        <small>{note}</small>
      </dd>
    </div>
  );
}

/** The four counts of the account. */
export function Ledger({ counts }: { counts: Counts }) {
  const { uploads, safe, flagged, notChecked } = counts;
  return (
    <dl className="card ledger" aria-busy={Object.values(counts).includes(null)}>
      <Figure word="Uploads" icon={Images} count={uploads} note="in total" />
      <Figure word="Safe" icon={CircleCheck} className="is-pass" count={safe} note={shareOfUploads(safe, uploads)} />
      <Figure word="Flagged" icon={Flag} filled className="is-flag" count={flagged} note={shareOfUploads(flagged, uploads)} />
      <Figure word="Not checked" icon={CircleDashed} count={notChecked} note={shareOfUploads(notChecked, uploads)} />
    </dl>
  );
}
