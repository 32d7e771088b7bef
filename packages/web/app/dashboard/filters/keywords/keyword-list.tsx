import { limits, normaliseText } from '@clearframe/contract';
import type { LucideIcon } from 'lucide-react';
import { Plus } from 'lucide-react';
import { type Dispatch, type SetStateAction, useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../../shared/format/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Icon } from '../../../shared/ui/icon.tsx';
import filtersStyles from '../filters.module.css';
import { KeywordRow, type RowActions } from './keyword-row.tsx';
import { bringIn, broughtWords, newRow, type Row, removeRow } from './keyword-rows.ts';
import { refusalWords, rowNotes } from './row-notes.ts';

type KeywordListProps = {
  title: 'Forbidden' | 'Required';
  icon: LucideIcon;
  /** What the list does, under it. */
  rule: string;
  rows: readonly Row[];
  setRows: Dispatch<SetStateAction<readonly Row[]>>;
  /** Those of the other list, when standing in both is worth a warning. */
  alsoForbidden?: readonly Row[];
  preset: { label: string; keywords: readonly string[] | undefined };
  /** By normal form; undefined while it is not known. */
  hits: Map<string, number> | undefined;
  /** For members who may look only. */
  readOnly: boolean;
};

/** Where the focus goes after lines came or went, once they are drawn. */
function useFocusAfter() {
  const inputs = useRef(new Map<number, HTMLInputElement>());
  const [wanted, setWanted] = useState<number | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    inputs.current.get(wanted)?.focus();
    setWanted(null);
  }, [wanted]);
  return { inputs, focus: setWanted };
}

/** One of the two lists: lines to edit, more of them at once by preset or paste. */
export function KeywordList({ title, icon, rule, rows, setRows, alsoForbidden, preset, hits, readOnly }: KeywordListProps) {
  const titleId = useId();
  const [told, setTold] = useState('');
  const { inputs, focus } = useFocusAfter();
  const notes = useMemo(() => rowNotes(rows, alsoForbidden), [rows, alsoForbidden]);
  const refusal = useMemo(() => refusalWords(rows), [rows]);
  const count = useMemo(() => rows.filter(({ text }) => normaliseText(text) !== '').length, [rows]);
  const isFull = rows.length >= limits.keywordsMax;
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);

  const [actions] = useState((): RowActions & { bring(keywords: readonly string[], after?: number): void; add(): void } => {
    const addAt = (at: number) => {
      if (latest.current.length >= limits.keywordsMax) return;
      const made = newRow();
      setRows((all) => all.toSpliced(at, 0, made));
      focus(made.id);
    };
    return {
      change: (id, text) => setRows((all) => all.map((row) => (row.id === id ? { ...row, text } : row))),
      match: (id, match) => setRows((all) => all.map((row) => (row.id === id ? { ...row, match } : row))),
      remove(id) {
        const place = latest.current.findIndex((row) => row.id === id);
        const neighbour = latest.current[place + 1] ?? latest.current[place - 1];
        setRows((all) => removeRow(all, id));
        if (neighbour) focus(neighbour.id);
      },
      bring(keywords, after) {
        const { rows: made, brought } = bringIn(latest.current, keywords, after);
        setRows(made);
        setTold(broughtWords(brought));
      },
      paste(id, lines) {
        this.bring(lines, id);
      },
      addAfter: (id) => addAt(latest.current.findIndex((row) => row.id === id) + 1),
      add: () => addAt(latest.current.length),
      hold(id, input) {
        if (input) inputs.current.set(id, input);
        else inputs.current.delete(id);
      },
    };
  });

  return (
    <section className="card" aria-labelledby={titleId}>
      <div className={`card-header ${filtersStyles.head}`}>
        <h2 className="row" id={titleId}>
          <Icon of={icon} />
          {title} <span className={`dim figures ${filtersStyles.count}`}>{formatCount(count)}</span>
        </h2>
        <div className="row" hidden={readOnly}>
          <Button size="small" disabled={!preset.keywords} onClick={() => actions.bring(preset.keywords ?? [])}>
            {preset.label}
          </Button>
          <Button size="small" disabled={isFull} aria-label={`Add to ${title.toLowerCase()}`} onClick={actions.add}>
            <Icon of={Plus} />
            Add
          </Button>
        </div>
      </div>
      <ul className={filtersStyles.list} aria-label={`${title} keywords`}>
        {rows.map((row, index) => (
          <KeywordRow
            key={row.id}
            row={row}
            label={`${title} keyword ${index + 1}`}
            note={notes.get(row.id)}
            hits={hits?.get(normaliseText(row.text))}
            isOnly={rows.length === 1}
            readOnly={readOnly}
            actions={actions}
          />
        ))}
      </ul>
      <div className={`${fieldStyles.hint} ${filtersStyles.note}`} data-slot="field-hint">
        <p>{isFull ? `${rule} The list is full: ${limits.keywordsMax} keywords.` : rule}</p>
        <p role="status">{told}</p>
        <p role="status">{refusal}</p>
      </div>
    </section>
  );
}
