import { limits, type MediaCounts } from '@clearframe/contract';
import { Plus, Search, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { formatCount } from '../../../shared/format/format.ts';
import type { VeilLook } from '../../../shared/media/veil-look.ts';
import { Button } from '../../../shared/ui/button.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Icon } from '../../../shared/ui/icon.tsx';
import segmentsStyles from '../../ui/segments.module.css';
import toolsStyles from '../../ui/tools.module.css';
import { type Filters, finerCount, isNarrowed, withoutFilters } from '../address.ts';
import reviewStyles from '../decide/review.module.css';
import { useReview } from '../decide/review-context.ts';
import { ViewTools } from '../views/view-tools.tsx';
import { countAll } from './count-all.ts';
import { Choice, FilterChips, FilterFields } from './finer-filters.tsx';

/** How long the search waits for the next letter. */
const TYPING_MS = 300;

const verdicts = [
  ['To decide', 'undecided'],
  ['All', undefined],
  ['Flagged', 'flagged'],
  ['Not checked', 'not_checked'],
  ['Safe', 'safe'],
  ['Review', 'review'],
  ['Sample', 'sample'],
] as const;

type ReviewToolsProps = {
  filters: Filters;
  counts: MediaCounts | undefined;
  onChange: (filters: Filters, options?: { replace?: boolean }) => void;
  /** Stands at the end of the second line. */
  children?: ReactNode;
};

/** Verdicts with their numbers, search, what else narrows the list, and the fields to choose it in once they are asked for. */
export function ReviewTools({ filters, counts, onChange, children }: ReviewToolsProps) {
  const { veil, setVeil } = useReview().manner;
  const [open, setOpen] = useState(false);
  const finerId = useId();
  const fieldsId = useId();
  const finer = finerCount(filters);
  const change = (part: Filters) => onChange({ ...filters, ...part });
  const without = (name: keyof Filters) => {
    const { [name]: _, ...rest } = filters;
    onChange(rest);
  };
  const pick = (name: keyof Filters) => (value: string) => (value === '' ? without(name) : change({ [name]: value }));
  return (
    <div className={reviewStyles.tools}>
      <div className={toolsStyles.tools}>
        <fieldset className={segmentsStyles.segments} data-slot="segments" aria-label="Filter by verdict">
          {verdicts
            .filter(([, status]) => status !== 'sample' || showsSample(filters, counts))
            .map(([word, status]) => (
              <button
                key={word}
                type="button"
                aria-pressed={filters.status === status}
                onClick={() => (status === undefined ? without('status') : change({ status }))}
              >
                {word} <span className="figures">{counts ? countWord(counts, status) : '–'}</span>
              </button>
            ))}
        </fieldset>
        <SearchBox value={filters.search ?? ''} onSearch={(search) => onChange({ ...filters, search }, { replace: true })} />
        <Button
          className={reviewStyles.fold}
          aria-expanded={open}
          aria-controls={`${finerId} ${fieldsId}`}
          onClick={() => setOpen(!open)}
        >
          <Icon of={SlidersHorizontal} />
          Filters{finer > 0 ? <span className="figures">{finer}</span> : null}
        </Button>
        <Choice label="Sort" value={filters.sort ?? 'newest'} onPick={pick('sort')} className={toolsStyles.end}>
          <option value="newest">Newest</option>
          <option value="oldest">Oldest</option>
          {filters.status === 'undecided' ? (
            <>
              <option value="likeliest">Highest score</option>
              <option value="least_certain">Least certain</option>
            </>
          ) : null}
        </Choice>
      </div>
      {isShort(filters) ? (
        <p className={fieldStyles.hint} data-slot="field-hint" role="status">
          We search one or two letters in your newest {formatCount(limits.shortSearchItems)} items, and longer words in all.
        </p>
      ) : null}
      <div id={finerId} className={`${toolsStyles.tools} ${reviewStyles.finer}${open ? ` ${reviewStyles.open}` : ''}`}>
        <FilterChips filters={filters} onPick={pick} />
        <Button
          className={`${reviewStyles.chip} ${reviewStyles.add} not-on-phones`}
          aria-expanded={open}
          aria-controls={fieldsId}
          onClick={() => setOpen(!open)}
        >
          <Icon of={Plus} />
          Add filter
        </Button>
        <ViewTools filters={filters} onChange={onChange} />
        <Choice label="Flagged media" value={veil} onPick={(look) => setVeil(veilOf(look))}>
          <option value="blur">Blurred</option>
          <option value="grey">Grey</option>
          <option value="off">As it is</option>
        </Choice>
        {isNarrowed(filters) ? (
          <Button kind="ghost" size="small" onClick={() => onChange(withoutFilters(filters))}>
            Clear filters
          </Button>
        ) : null}
        {children}
      </div>
      {open ? (
        <div id={fieldsId} className={toolsStyles.tools}>
          <FilterFields filters={filters} onPick={pick} />
        </div>
      ) : null}
    </div>
  );
}

/** Whether the words are too short for the index. */
const isShort = ({ search = '' }: Filters) => search.trim() !== '' && search.trim().length < limits.indexedSearchLength;

/** Most accounts draw no sample, and the row is full without it. */
const showsSample = ({ status }: Filters, counts: MediaCounts | undefined) =>
  status === 'sample' || (counts?.counts.sample ?? 0) > 0;

const veilOf = (value: string): VeilLook => (value === 'grey' || value === 'off' ? value : 'blur');

/** What stands beside a tab. */
export function countWord({ counts, capped }: MediaCounts, status: Filters['status']): string {
  const count = status === undefined ? countAll({ counts }) : counts[status];
  return `${formatCount(count)}${capped && count >= 1_000 ? '+' : ''}`;
}

/** Searches once the typing rests. */
function SearchBox({ value, onSearch }: { value: string; onSearch: (words: string) => void }) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The address changed by other means: Back, or "Clear filters".
  if (known !== value) {
    setKnown(value);
    if (value !== text.trim()) setText(value);
  }
  const search = useEffectEvent(() => {
    if (text.trim() !== value) onSearch(text.trim());
  });
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => search(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <div className={fieldStyles.inputWrap} data-slot="field-input-wrap">
      <Icon of={Search} />
      <input
        className={fieldStyles.input}
        data-slot="field-input"
        type="search"
        maxLength={200}
        placeholder="Title, file, tag or caption"
        aria-label="Search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}
