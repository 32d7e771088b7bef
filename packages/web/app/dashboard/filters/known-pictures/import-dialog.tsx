import { type KnownImportResult, type KnownList, limits } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { useRef } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { Field, TextField } from '../../../shared/form/field.tsx';
import { textOf } from '../../../shared/form/use-form.ts';
import { formatCount } from '../../../shared/format/format.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
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

const fallback = 'Try again.';

/** "partner-2026" of partner-2026.csv */
const nameOf = (file: File) => file.name.replace(/\.[^.]*$/, '').slice(0, limits.knownNameMaxLength);

/** What is filled in; null while something is missing. The browser gives a file without a name where none is chosen. */
function read(data: FormData) {
  const file = data.get('file');
  const name = textOf(data, 'name').trim();
  const list = knownLists.find((one) => one === data.get('list'));
  return file instanceof File && file.name !== '' && name !== '' && list !== undefined ? { file, name, list } : null;
}

/** Asks for a file with hashes, its name and which list it is. */
export function ImportDialog({ open, list, onClose, onDone }: ImportDialogProps) {
  const send = useImportKnown();
  const nameField = useRef<HTMLInputElement>(null);
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title="Import a list"
      submit="Import list"
      sending="Importing…"
      fields={[]}
      fallback={fallback}
      ready={(data) => read(data) !== null}
      read={read}
      check={() => ({})}
      send={async (input) => {
        if (input) onDone(await send.mutateAsync(input));
      }}
    >
      {({ refusal, clearRefusal }) => (
        <>
          <Field
            label="File"
            hint={
              'Text or CSV, one line per picture: PDQ hash, then optional quality and note. ' +
              `Up to ${formatCount(limits.knownImportLinesMax)} lines.`
            }
          >
            {(control) => (
              <input
                {...control}
                className={`${fieldStyles.input} ${knownStyles.file}`}
                data-slot="field-input"
                type="file"
                name="file"
                accept=".csv,.txt,text/csv,text/plain"
                onChange={({ target }) => {
                  const chosen = target.files?.[0];
                  if (chosen && nameField.current?.value === '') nameField.current.value = nameOf(chosen);
                  clearRefusal();
                }}
              />
            )}
          </Field>
          <TextField
            ref={nameField}
            label="Name"
            name="name"
            hint="Shown beside the items that it flags or passes."
            autoComplete="off"
            maxLength={limits.knownNameMaxLength}
          />
          <fieldset className={scopesStyles.scopes}>
            <legend>Action</legend>
            {knownLists.map((one) => (
              <label key={one} className={scopesStyles.scope}>
                <input type="radio" name="list" value={one} defaultChecked={list === one} />
                <span>
                  {listNames[one]}
                  <small>{one === 'block' ? 'Flag copies.' : 'Pass copies while the setting is on.'}</small>
                </span>
              </label>
            ))}
          </fieldset>
          {refusal === null ? null : <Refused error={refusal} />}
        </>
      )}
    </DialogForm>
  );
}

/** Why nothing was imported, with the lines that are wrong. */
function Refused({ error }: { error: unknown }) {
  const lines = error instanceof ClearframeError ? error.errors : [];
  return (
    <Banner kind="error" title="Nothing was imported">
      {errorMessage(error, fallback)}
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
