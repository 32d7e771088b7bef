import type { Author, AuthorAction, AuthorErasure } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Ban, Eye, ShieldCheck, UserX } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { errorMessage } from '../../shared/api/error-message.ts';
import { TextAreaField } from '../../shared/form/field.tsx';
import { textOf } from '../../shared/form/use-form.ts';
import { formatCount } from '../../shared/format/format.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button, LinkButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { part } from '../../shared/ui/part.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { listAddress } from '../media/address.ts';
import { isMissing } from '../shell/api/is-missing.ts';
import { usePageTitle } from '../shell/page/page-title.tsx';
import { useMay } from '../shell/role/use-may.ts';
import { uploaderQuery } from '../shell/uploader/uploader-query.ts';
import { failWords, nameOf, standingWords } from '../shell/uploader/uploader-words.ts';
import { DialogForm } from '../ui/dialog/dialog-form.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import ledgerStyles from '../ui/ledger.module.css';
import { LoadFault } from '../ui/load-fault.tsx';
import pageHeaderStyles from '../ui/page-header.module.css';
import { Skeleton } from '../ui/skeleton.tsx';
import { blockWords } from './block-words.ts';
import { StrikeCount } from './strike-count.tsx';
import { StrikeList } from './strike-list.tsx';
import { useIsErasing } from './uploader-data-queries.ts';
import { useSetAction } from './uploader-queries.ts';
import { Uploads } from './uploads.tsx';

const UploaderData = part(async () => (await import('./uploader-data.tsx')).UploaderData);
const Erasing = part(async () => (await import('./uploader-data.tsx')).Erasing);

/** One uploader: figures, what holds for them, their strikes and uploads. */
export function UploaderPage({ id }: { id: string }) {
  const [erasure, setErasure] = useState<AuthorErasure | null>(null);
  const isErasing = useIsErasing(id);
  const author = useQuery({ ...uploaderQuery(id), enabled: erasure === null && !isErasing });
  usePageTitle(author.data && erasure === null ? nameOf(author.data) : null);
  if (erasure)
    return (
      <Suspense fallback={<Skeleton shape="line" />}>
        <Erasing erasure={erasure} />
      </Suspense>
    );
  if (author.data && !isMissing(author.error)) return <Loaded author={author.data} onErased={setErasure} />;
  if (author.isPending)
    return (
      <section aria-busy="true" aria-label="Loading the uploader">
        <Skeleton shape="block" />
      </section>
    );
  if (isMissing(author.error))
    return (
      <section className="card">
        <EmptyState
          icon={UserX}
          title="Uploader not found"
          action={<LinkButton to="/dashboard/uploaders">All uploaders</LinkButton>}
        >
          Nothing of theirs was uploaded, or the link is incomplete.
        </EmptyState>
      </section>
    );
  return <LoadFault title="Failed to load the uploader" query={author} />;
}

function Loaded({ author, onErased }: { author: Author; onErased: (erasure: AuthorErasure) => void }) {
  const mayErase = useMay('authors.erase') === true;
  const mayEdit = useMay('authors.edit') !== false;
  const { counts, strikes } = author;
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p className="breakable">
          Your id <bdi className="mono">{author.id}</bdi> · First upload <Time at={author.first_seen_at} as="date" />
          {author.url === null ? null : (
            <>
              {' · '}
              <a className="link" href={author.url} rel="noreferrer" target="_blank">
                Open on your site
              </a>
            </>
          )}
        </p>
        <span className="row wrap">
          <LinkButton to={listAddress({ author: author.id })}>Show in review</LinkButton>
          {mayEdit ? <Actions author={author} /> : null}
        </span>
      </div>
      <Standing author={author} mayEdit={mayEdit} />
      <dl className={`card ${ledgerStyles.ledger}`} data-slot="ledger">
        <Figure name="Uploads" value={formatCount(counts.total)} />
        <Figure name="Flagged" value={failWords(author)} />
        <Figure name="Not checked" value={formatCount(counts.not_checked)} />
        <Figure name="Strikes" value={<StrikeCount strikes={strikes} />} />
      </dl>
      <Uploads author={author.id} />
      <StrikeList strikes={strikes} />
      {mayErase ? (
        <Suspense fallback={<Skeleton shape="line" />}>
          <UploaderData author={author} onErased={onErased} />
        </Suspense>
      ) : null}
    </>
  );
}

function Figure({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const buttons = [
  { action: 'trust', icon: ShieldCheck, word: 'Trust' },
  { action: 'watch', icon: Eye, word: 'Watch' },
  { action: 'block', icon: Ban, word: 'Block' },
] as const;

/** The three that can be set; each asks for a reason, which a block needs. */
function Actions({ author }: { author: Author }) {
  const [asking, setAsking] = useState<(typeof buttons)[number] | null>(null);
  const set = useSetAction(author.id);
  return (
    <span className="row wrap">
      {buttons.map((button) => (
        <Button
          key={button.action}
          kind={button.action === 'block' ? 'fail' : 'secondary'}
          disabled={author.action === button.action && author.action_by?.type !== 'rule'}
          onClick={() => setAsking(button)}
        >
          <Icon of={button.icon} />
          {button.word}
        </Button>
      ))}
      <DialogForm
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={`${asking?.word ?? ''} ${nameOf(author)}?`}
        submit={asking?.word ?? ''}
        kind={asking?.action === 'block' ? 'fail-solid' : 'primary'}
        fields={['reason']}
        faultTitle="Nothing was changed"
        fallback="Try again."
        read={(data) => ({ reason: textOf(data, 'reason').trim() })}
        check={({ reason }): Record<string, string> =>
          asking?.action === 'block' && reason === '' ? { reason: 'Say why you block them' } : {}
        }
        send={async ({ reason }) => {
          if (asking) await set.mutateAsync({ action: asking.action, ...(reason === '' ? {} : { reason }) });
        }}
      >
        {({ errors, fault }) => (
          <>
            <p className="muted">{asking ? effects[asking.action] : null}</p>
            {asking?.action === 'block' ? <p>{blockWords(author)}</p> : null}
            <TextAreaField
              label="Reason"
              name="reason"
              optional={asking?.action !== 'block'}
              maxLength={500}
              error={errors.reason}
            />
            {fault}
          </>
        )}
      </DialogForm>
    </span>
  );
}

const effects: Record<Exclude<AuthorAction, 'none'>, string> = {
  trust: 'Review limits hold nothing of theirs back. Flag limits, keywords and the block list still do.',
  watch: 'Everything that passes waits for a person.',
  block: 'New uploads are flagged at once. Nothing is analysed and no frame is charged.',
};

/** What holds for them, with the way back. What strikes did ends with the strikes. */
function Standing({ author, mayEdit }: { author: Author; mayEdit: boolean }) {
  const set = useSetAction(author.id);
  const words = standingWords(author);
  if (words === null) return null;
  const isByHand = author.action_by?.type !== 'rule';
  return (
    <Banner
      kind={author.action === 'trust' ? 'success' : 'warning'}
      title={words.title}
      action={
        mayEdit && isByHand ? (
          <Button size="small" busy={set.isPending} onClick={() => set.mutate({ action: 'none' })}>
            End it
          </Button>
        ) : undefined
      }
    >
      {set.isError ? errorMessage(set.error, 'Nothing was changed. Try again.') : words.by}
    </Banner>
  );
}
