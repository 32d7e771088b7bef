import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatShortDate } from '../../../shared/format/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import selectStyles from '../../ui/select.module.css';
import type { Filters } from '../address.ts';
import { stateWords } from '../credentials/credential-words.ts';
import reviewStyles from '../decide/review.module.css';

type Name = 'type' | 'source' | 'credentials' | 'from' | 'to' | 'author';
/** An empty value takes the filter off. */
type Pick = (name: Name) => (value: string) => void;

const labels: Record<Name, string> = {
  type: 'Type',
  source: 'Source',
  credentials: 'Credentials',
  from: 'From',
  to: 'To',
  author: 'Uploader',
};
const words: Partial<Record<Name, Readonly<Record<string, string>>>> = {
  type: { image: 'Images', video: 'Videos' },
  source: { dashboard: 'Dashboard', api: 'API', s3: 'Buckets' },
  credentials: Object.fromEntries(Object.entries(stateWords).map(([state, { title }]) => [state, title])),
};
const names = ['type', 'source', 'credentials', 'from', 'to', 'author'] as const;

const wordOf = (name: Name, value: string): string =>
  name === 'from' || name === 'to' ? formatShortDate(value, 'UTC') : (words[name]?.[value] ?? value);

/** What narrows the list beside the verdict and the search: each is taken off by a press. */
export function FilterChips({ filters, onPick }: { filters: Filters; onPick: Pick }) {
  return names.map((name) => {
    const value = filters[name];
    return value === undefined ? null : (
      <Button key={name} className={reviewStyles.chip} onClick={() => onPick(name)('')}>
        <span className="visually-hidden">Remove filter </span>
        {labels[name]}: <bdi className="truncate">{wordOf(name, value)}</bdi>
        <Icon of={X} />
      </Button>
    );
  });
}

/** Where they are chosen. An uploader is chosen on their own page. */
export function FilterFields({ filters, onPick }: { filters: Filters; onPick: Pick }) {
  return (
    <>
      {(['type', 'source', 'credentials'] as const).map((name) => (
        <Choice key={name} label={labels[name]} value={filters[name] ?? ''} onPick={onPick(name)}>
          <option value="">Any</option>
          {Object.entries(words[name] ?? {}).map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Choice>
      ))}
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className={selectStyles.select} data-slot="select">
          <span>{labels[name]}</span>
          <input type="date" value={filters[name] ?? ''} onChange={(event) => onPick(name)(event.target.value)} />
        </label>
      ))}
    </>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  onPick: (value: string) => void;
  className?: string | undefined;
  children: ReactNode;
};

export function Choice({ label, value, onPick, className = '', children }: ChoiceProps) {
  return (
    <label className={`${selectStyles.select} ${className}`} data-slot="select">
      <span>{label}</span>
      <select value={value} onChange={(event) => onPick(event.target.value)}>
        {children}
      </select>
    </label>
  );
}
