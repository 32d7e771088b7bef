import { type Action, roleMay } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '../../../shared/ui/icon.tsx';
import { DialogFrame } from '../../ui/dialog/dialog.tsx';
import { ownAccountsQuery } from '../role/own-accounts.ts';
import { useUser } from '../session/require-session.tsx';
import { type Choice, staticChoices } from './choices.ts';
import styles from './palette.module.css';
import { useFound } from './use-found.ts';

const groups = ['Uploaders', 'Items', 'Commands', 'Go to'] as const;

export type PaletteProps = {
  open: boolean;
  /** What was typed before it was there. */
  typed: RefObject<string>;
  onClose: () => void;
};

/** Finds pages, items, uploaders and commands by a few letters. */
export function Palette({ open, typed, onClose }: PaletteProps) {
  return (
    <DialogFrame open={open} onClose={onClose} title="Search or jump to" look={styles.palette}>
      <Chooser typed={typed} onClose={onClose} />
    </DialogFrame>
  );
}

function Chooser({ typed, onClose }: Omit<PaletteProps, 'open'>) {
  const id = useId();
  const navigate = useNavigate();
  const { is_operator: isOperator = false } = useUser();
  const { data: accounts = [] } = useQuery(ownAccountsQuery);
  const role = accounts.find((account) => account.is_current)?.role;
  // As the menu: where the role is not known it offers everything, and the server decides.
  const may = (action: Action) => role === undefined || roleMay(role, action);
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // With the dialog, which has the focus from here on: what is typed while React prepares it would be lost if it were read earlier, and
  // what is typed before it renders again if the field did not have the letters yet.
  useEffect(() => {
    if (field.current) field.current.value = typed.current;
    setText(typed.current);
  }, [typed]);
  const [chosen, setChosen] = useState(0);
  const { choices: found, isPending, isError } = useFound(text);
  const choices = [...found, ...staticChoices(text.trim(), { isOperator, may })];
  const at = Math.min(chosen, choices.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  const take = (choice: Choice | undefined, inNewTab: boolean) => {
    if (!choice) return;
    onClose();
    if ('run' in choice) choice.run();
    else if (inNewTab) window.open(choice.to, '_blank', 'noopener');
    else if (choice.to.startsWith('/docs')) window.location.assign(choice.to);
    else void navigate(choice.to);
  };
  const move = (to: number) => {
    const next = (to + choices.length) % Math.max(1, choices.length);
    setChosen(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 };
    const to = moves[event.key];
    if (to !== undefined) move(to);
    else if (event.key === 'Enter') take(choices[at], event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={styles.query}>
        <Icon of={Search} />
        <input
          ref={field}
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded={choices.length > 0}
          aria-controls={id}
          aria-activedescendant={choices.length > 0 ? optionId(at) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Pages, items, uploaders, commands"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={styles.close} onClick={onClose}>
          <kbd>Esc</kbd>
          <span className="visually-hidden"> Close</span>
        </button>
      </div>
      <div className={styles.list}>
        <div id={id} role="listbox" aria-label="Results">
          {groups.map((group) => (
            <Group
              key={group}
              name={group}
              text={text.trim()}
              lines={choices.flatMap((choice, index) => (choice.group === group ? [{ choice, index }] : []))}
              at={at}
              optionId={optionId}
              onPoint={setChosen}
              onTake={take}
            />
          ))}
        </div>
        {choices.length === 0 && !isPending && !isError ? <p className={styles.none}>Nothing matches “{text.trim()}”.</p> : null}
        {isError ? <p className={styles.none}>Could not search items and uploaders. Pages and commands still work.</p> : null}
        <p className="visually-hidden" role="status">
          {isPending ? 'Searching' : `${choices.length} ${choices.length === 1 ? 'result' : 'results'}`}
        </p>
      </div>
      <div className={styles.footer} aria-hidden="true">
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> move
        </span>
        <span>
          <kbd>↵</kbd> open
        </span>
        <span>
          <kbd>Ctrl</kbd>
          <kbd>↵</kbd> new tab
        </span>
        <span>
          <kbd>Esc</kbd> close
        </span>
      </div>
    </>
  );
}

type GroupProps = {
  name: string;
  text: string;
  lines: readonly { choice: Choice; index: number }[];
  at: number;
  optionId: (index: number) => string;
  onPoint: (index: number) => void;
  onTake: (choice: Choice, inNewTab: boolean) => void;
};

function Group({ name, text, lines, at, optionId, onPoint, onTake }: GroupProps) {
  if (lines.length === 0) return null;
  return (
    <fieldset className={styles.fields} aria-label={name}>
      <p className={styles.group} aria-hidden="true">
        {name}
      </p>
      {lines.map(({ choice, index }) => (
        <button
          type="button"
          tabIndex={-1}
          key={choice.id}
          id={optionId(index)}
          role="option"
          aria-selected={index === at}
          className={styles.option}
          // The field keeps the focus.
          onMouseDown={(event: MouseEvent) => event.preventDefault()}
          onMouseMove={() => onPoint(index)}
          onClick={(event: MouseEvent) => onTake(choice, event.ctrlKey || event.metaKey)}
        >
          <Icon of={choice.icon} />
          <span>
            <span dir="auto">
              <Marked text={choice.text} by={text} />
            </span>
            {choice.note ? <small> {choice.note}</small> : null}
          </span>
          {choice.keys ? (
            <span className={styles.keys} aria-hidden="true">
              {choice.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
          ) : null}
        </button>
      ))}
    </fieldset>
  );
}

/** The part that was typed, marked. */
function Marked({ text, by }: { text: string; by: string }) {
  const at = by === '' ? -1 : text.toLowerCase().indexOf(by.toLowerCase());
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + by.length)}</mark>
      {text.slice(at + by.length)}
    </>
  );
}
