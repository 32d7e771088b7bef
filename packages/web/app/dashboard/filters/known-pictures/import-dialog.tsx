import { type KnownImportResult, type KnownList, limits } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { type FormEvent, useId, useState } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { Field, TextField } from '../../../shared/form/field.tsx';
import { formatCount } from '../../../shared/format/format.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import scopesStyles from '../../ui/scopes.module.css';
import knownStyles from './known.module.css';
import { knownLists, listNames } from './known-labels.ts';
import { useImportKnown } from './known-queries.ts';

type ImportDialogProps = {
  open: boolean;
  /** Chosen when it opens. */
  list: KnownList;
  onClose: () => void;
  onDone: (result: KnownImportResult) => void;
};

/** Asks for a file with hashes, its name and which list it is. */
export function ImportDialog({ open, ...rest }: ImportDialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

/** "partner-2026" of partner-2026.csv */
const nameOf = (file: File) => file.name.replace(/\.[^.]*$/, '').slice(0, limits.knownNameMaxLength);

function OpenDialog({ list: first, onClose, onDone }: Omit<ImportDialogProps, 'open'>) {
  const formId = useId();
  const [list, setList] = useState<KnownList>(first);
  const [name, setName] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const send = useImportKnown();
  const isReady = file !== null && name.trim() !== '' && !send.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const done = (result: KnownImportResult) => {
      onDone(result);
      onClose();
    };
    send.mutate({ list, name: name.trim(), file }, { onSuccess: done });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import a list"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} disabled={!isReady}>
            {send.isPending ? 'Importing…' : 'Import list'}
          </Button>
        </>
      }
    >
      <form id={formId} className={dialogStyles.form} onSubmit={submit} noValidate>
        <Field
          label="File"
          hint={
            'Text or CSV, a line for each picture: its PDQ hash, then quality and note if there are any. ' +
            `Up to ${formatCount(limits.knownImportLinesMax)} lines.`
          }
        >
          {(control) => (
            <input
              {...control}
              className={`${fieldStyles.input} ${knownStyles.file}`}
              data-slot="field-input"
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              onChange={({ target }) => {
                const chosen = target.files?.[0] ?? null;
                setFile(chosen);
                if (chosen && name === '') setName(nameOf(chosen));
                send.reset();
              }}
            />
          )}
        </Field>
        <TextField
          label="Name"
          hint="Shown with what it flags or passes."
          autoComplete="off"
          maxLength={limits.knownNameMaxLength}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <fieldset className={scopesStyles.scopes}>
          <legend>What its pictures do</legend>
          {knownLists.map((one) => (
            <label key={one} className={scopesStyles.scope}>
              <input type="radio" name="list" checked={list === one} onChange={() => setList(one)} />
              <span>
                {listNames[one]}
                <small>{one === 'block' ? 'Copies are flagged.' : 'Copies are passed while the setting is on.'}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {send.isError ? <Refused error={send.error} /> : null}
      </form>
    </Dialog>
  );
}

/** Why nothing was imported, with the lines that are wrong. */
function Refused({ error }: { error: unknown }) {
  const lines = error instanceof ClearframeError ? error.errors : [];
  return (
    <Banner kind="error" title="Nothing was imported">
      {errorMessage(error, 'Try again.')}
      {lines.length > 0 ? (
        <ul className={knownStyles.lines}>
          {lines.map(({ path, message }) => (
            <li key={path}>
              <b>{path}</b>: {message}
            </li>
          ))}
        </ul>
      ) : null}
    </Banner>
  );
}
