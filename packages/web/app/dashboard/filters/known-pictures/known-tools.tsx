import { type KnownSummary, PdqDigits } from '@clearframe/contract';
import { Search } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { FieldError } from '../../../shared/form/field.tsx';
import { formatCount } from '../../../shared/format/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Icon } from '../../../shared/ui/icon.tsx';
import segmentsStyles from '../../ui/segments.module.css';
import toolsStyles from '../../ui/tools.module.css';
import knownStyles from './known.module.css';
import type { KnownView } from './known-address.ts';
import { knownLists, listNames } from './known-labels.ts';

type KnownToolsProps = {
  view: KnownView;
  summary: KnownSummary | undefined;
  onChange: (view: KnownView) => void;
  children: ReactNode;
};

/** Which list, and what is looked for in it. */
export function KnownTools({ view, summary, onChange, children }: KnownToolsProps) {
  return (
    <div className={toolsStyles.tools}>
      <fieldset className={segmentsStyles.segments} data-slot="segments" aria-label="List">
        {knownLists.map((list) => (
          <button key={list} type="button" aria-pressed={view.list === list} onClick={() => onChange({ ...view, list })}>
            {listNames[list]}
            <span className={`figures ${knownStyles.count}`}>{summary ? formatCount(summary[list]) : ''}</span>
          </button>
        ))}
      </fieldset>
      {/* Another address brings another text: Back shows what was looked for then. */}
      <HashSearch key={view.hash} hash={view.hash} onSearch={(hash) => onChange({ ...view, hash })} />
      <span className={toolsStyles.end}>{children}</span>
    </div>
  );
}

function HashSearch({ hash, onSearch }: { hash: string; onSearch: (hash: string) => void }) {
  const errorId = useId();
  const [text, setText] = useState(hash);
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim().toLowerCase();
    const parsed = PdqDigits.safeParse(wanted);
    if (wanted === '' || parsed.success) return onSearch(wanted);
    setError('A PDQ hash has 64 hexadecimal digits');
  };
  return (
    <search>
      <form className={knownStyles.search} onSubmit={submit} noValidate>
        <input
          type="search"
          className={`${fieldStyles.input} mono`}
          data-slot="field-input"
          aria-label="Search by PDQ hash"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          placeholder="PDQ hash, 64 digits"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setError(null);
          }}
        />
        <Button type="submit" icon aria-label="Search">
          <Icon of={Search} />
        </Button>
        {hash !== '' ? (
          <Button kind="ghost" size="small" onClick={() => onSearch('')}>
            Show all
          </Button>
        ) : null}
        <FieldError id={errorId} message={error} />
      </form>
    </search>
  );
}
