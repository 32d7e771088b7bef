import { type KeywordMatch, limits } from '@clearframe/contract';
import { TriangleAlert, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, memo } from 'react';
import { formatCount } from '../../../shared/format/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Icon } from '../../../shared/ui/icon.tsx';
import filtersStyles from '../filters.module.css';
import { pastedLines, type Row } from './keyword-rows.ts';

/** Their identity must not change, so that typing in one line draws only that line again. */
export type RowActions = {
  change(id: number, text: string): void;
  match(id: number, match: KeywordMatch): void;
  remove(id: number): void;
  paste(id: number, lines: string[]): void;
  addAfter(id: number): void;
  /** The input of each line, for moving the focus. */
  hold(id: number, input: HTMLInputElement | null): void;
};

type KeywordRowProps = {
  row: Row;
  /** "Forbidden keyword 3". */
  label: string;
  note: string | undefined;
  /** In how many of the newest items it occurs; undefined while it is not known. */
  hits: number | undefined;
  isOnly: boolean;
  readOnly: boolean;
  actions: RowActions;
};

const ways: readonly [KeywordMatch, string][] = [
  ['partial', 'Part of word'],
  ['whole_word', 'Whole word'],
  ['wildcard', 'With *'],
];
const matchOf = (value: string): KeywordMatch => ways.find(([way]) => way === value)?.[0] ?? 'partial';

/** One line: the keyword, how many items it would hit, what to be warned of, and its removal. */
export const KeywordRow = memo(function KeywordRow({ row, label, note, hits, isOnly, readOnly, actions }: KeywordRowProps) {
  const { id, text, match } = row;
  const onPaste = (event: ClipboardEvent) => {
    const lines = pastedLines(event.clipboardData.getData('text'));
    if (!lines || readOnly) return;
    event.preventDefault();
    actions.paste(id, lines);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (readOnly || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    actions.addAfter(id);
  };
  return (
    <li>
      <div className="row">
        <input
          className={fieldStyles.input}
          data-slot="field-input"
          ref={(input) => actions.hold(id, input)}
          value={text}
          readOnly={readOnly}
          maxLength={limits.keywordMaxLength}
          autoComplete="off"
          autoCapitalize="off"
          aria-label={label}
          aria-describedby={`kw-${id}-hits kw-${id}-note`}
          onChange={(event) => actions.change(id, event.target.value)}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
        />
        <select
          className={`${fieldStyles.input} ${filtersStyles.match}`}
          data-slot="field-input"
          aria-label={`${label}: found as`}
          value={match}
          disabled={readOnly}
          onChange={(event) => actions.match(id, matchOf(event.target.value))}
        >
          {ways.map(([way, words]) => (
            <option key={way} value={way}>
              {words}
            </option>
          ))}
        </select>
        <span className={filtersStyles.hits} id={`kw-${id}-hits`}>
          {hits === undefined ? '' : `${formatCount(hits)} ${hits === 1 ? 'hit' : 'hits'}`}
        </span>
        <Button
          kind="ghost"
          size="small"
          icon
          disabled={isOnly}
          hidden={readOnly}
          aria-label={text.trim() === '' ? `Remove ${label.toLowerCase()}` : `Remove ${text.trim()}`}
          onClick={() => actions.remove(id)}
        >
          <Icon of={X} />
        </Button>
      </div>
      {note === undefined ? null : (
        <p className={filtersStyles.rowNote} id={`kw-${id}-note`}>
          <Icon of={TriangleAlert} />
          {note}
        </p>
      )}
    </li>
  );
});
