import type { Author, AuthorErasure } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { FileArchive, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '../../shared/api/error-message.ts';
import { textOf } from '../../shared/form/use-form.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button, LinkButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { nameOf } from '../shell/uploader/uploader-words.ts';
import { DialogForm } from '../ui/dialog/dialog-form.tsx';
import { Meter } from '../ui/meter.tsx';
import scopesStyles from '../ui/scopes.module.css';
import { erasureWords } from './erasure-words.ts';
import { erasureQuery, useEraseUploader, useExportUploader } from './uploader-data-queries.ts';

/** What an owner does when somebody asks for their data, or to be forgotten. */
export function UploaderData({ author, onErased }: { author: Author; onErased: (erasure: AuthorErasure) => void }) {
  const [isAsking, setAsking] = useState(false);
  const exported = useExportUploader(author.id);
  return (
    <section className="card" aria-labelledby="uploader-data-h">
      <div className="card-header">
        <h2 id="uploader-data-h">Their data</h2>
        <span className="row wrap">
          <Button size="small" busy={exported.isPending} onClick={() => exported.mutate()}>
            <Icon of={FileArchive} />
            Export
          </Button>
          <Button kind="fail" size="small" onClick={() => setAsking(true)}>
            <Icon of={Trash2} />
            Erase…
          </Button>
        </span>
      </div>
      <div className="card-body">
        <p className="muted">A ZIP of items, results, strikes, statements and appeals, for whoever asks for it.</p>
        {exported.isSuccess ? (
          <p role="status">
            The ZIP is being made. You find it under{' '}
            <Link className="link" to="/dashboard/account/data">
              Your data
            </Link>
            .
          </p>
        ) : null}
        {exported.isError ? (
          <Banner kind="error" title="Nothing was exported">
            {errorMessage(exported.error, 'Try again.')}
          </Banner>
        ) : null}
      </div>
      <EraseDialog author={author} open={isAsking} onClose={() => setAsking(false)} onErased={onErased} />
    </section>
  );
}

const choices = [
  ['delete', 'Delete their items', 'Files, results and decisions go for good.'],
  ['anonymise', 'Keep their items', 'Nothing says who uploaded them.'],
] as const;

type EraseDialogProps = { author: Author; open: boolean; onClose: () => void; onErased: (erasure: AuthorErasure) => void };

function EraseDialog({ author, open, onClose, onErased }: EraseDialogProps) {
  const erase = useEraseUploader(author.id);
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title={`Erase ${nameOf(author)}?`}
      cancel="Keep them"
      submit="Erase forever"
      kind="fail-solid"
      fields={[]}
      faultTitle="Nothing was erased"
      fallback="Try again."
      read={(data): AuthorErasure['items'] => (textOf(data, 'items') === 'anonymise' ? 'anonymise' : 'delete')}
      check={() => ({})}
      send={async (items) => onErased(await erase.mutateAsync(items))}
    >
      {({ fault }) => (
        <>
          <p className="muted">Name, id and strikes go at once. This cannot be undone.</p>
          <fieldset className={scopesStyles.scopes}>
            <legend>Items</legend>
            {choices.map(([value, word, hint]) => (
              <label key={value} className={scopesStyles.scope}>
                <input type="radio" name="items" value={value} defaultChecked={value === 'delete'} />
                <span>
                  {word}
                  <small>{hint}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <p className="muted">
            Items under legal hold, or in an open notice or appeal, stay without their name. Statements and sums stay, too.
          </p>
          {fault}
        </>
      )}
    </DialogForm>
  );
}

/** How far the erasure is, in the place of whoever was erased. */
export function Erasing({ erasure: begun }: { erasure: AuthorErasure }) {
  const followed = useQuery(erasureQuery(begun));
  const erasure = followed.data ?? begun;
  const isDone = erasure.state === 'done';
  return (
    <Banner
      kind={isDone ? 'success' : 'info'}
      title={isDone ? 'Erased' : 'Erasing'}
      details={
        isDone ? undefined : (
          <Meter label="Progress of the erasure" value={erasure.items_done} max={Math.max(1, erasure.items_total)} />
        )
      }
      action={
        <LinkButton size="small" to="/dashboard/uploaders">
          All uploaders
        </LinkButton>
      }
    >
      {erasureWords(erasure)}
    </Banner>
  );
}
