import { Retention, type RetentionPreview } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { TextField } from '../../../shared/form/field.tsx';
import { errorsFromIssues, type FormErrors } from '../../../shared/form/form-errors.ts';
import { textOf, useForm } from '../../../shared/form/use-form.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './data.module.css';
import { previewRetention, retentionQuery, useSaveRetention } from './retention-queries.ts';
import { previewWords } from './retention-words.ts';

const fields = [
  ['safe_days', 'Safe items', 'With their files and results. 1 to 3,650.'],
  ['flagged_days', 'Flagged and undecided items', 'With their files and results. 1 to 3,650.'],
  ['results_days', 'Results of items that stay', 'Texts, descriptions and scores. 1 to 3,650.'],
  ['logs_days', 'Logs', 'Webhook deliveries and the security log. 30 to 3,650.'],
] as const;

/** Left empty, for ever. What is no number stays one that no rule takes. */
function read(data: FormData): Retention {
  const days = (name: keyof Retention) => {
    const text = textOf(data, name).trim();
    return text === '' ? null : Number(text);
  };
  return {
    safe_days: days('safe_days'),
    flagged_days: days('flagged_days'),
    results_days: days('results_days'),
    logs_days: days('logs_days'),
  };
}

function faultsOf(given: Retention): FormErrors {
  const issues = Retention.safeParse(given).error?.issues ?? [];
  return errorsFromIssues(
    issues.map(({ path }) => ({ path, message: `Enter ${path[0] === 'logs_days' ? 30 : 1} to 3,650 whole days` })),
  );
}

/** For how long the account keeps what. Nothing is saved before the owner has seen what goes by it. */
export function RetentionSection() {
  const days = useQuery(retentionQuery);
  return (
    <section className="card" aria-labelledby="retention-title">
      <div className="card-header">
        <h2 id="retention-title">Retention</h2>
      </div>
      <div className={`card-body ${styles.card}`}>
        <p className="muted">
          Days count from the verdict or the newest decision. Once a day the server removes what is older, for good.
        </p>
        <Stays />
        {days.isError && !days.data ? <LoadFault title="Could not load the days" query={days} /> : null}
        {days.isPending ? <Skeleton shape="block" /> : null}
        {days.data ? <DaysForm saved={days.data} /> : null}
      </div>
    </section>
  );
}

/** What no number of days removes. */
function Stays() {
  return (
    <dl className={styles.goes}>
      <div>
        <dt>Stays longer</dt>
        <dd>
          <ul>
            <li>Items under a legal hold, until the operator lifts it</li>
            <li>
              Items of an{' '}
              <Link className="link" to="/dashboard/notices">
                open notice
              </Link>
              , copies too
            </li>
            <li>
              Items of an{' '}
              <Link className="link" to="/dashboard/appeals">
                open appeal
              </Link>
            </li>
            <li>Items that a webhook has yet to hear of</li>
          </ul>
        </dd>
      </div>
      <div>
        <dt>Stays for good</dt>
        <dd>
          <ul>
            <li>Statements of reasons</li>
            <li>
              The{' '}
              <Link className="link" to="/dashboard/account/audit">
                audit log
              </Link>
              , with an entry for each removal
            </li>
          </ul>
        </dd>
      </div>
    </dl>
  );
}

type Asked = { given: Retention; preview: RetentionPreview };

function DaysForm({ saved }: { saved: Retention }) {
  const toast = useToast();
  const [asked, setAsked] = useState<Asked | null>(null);
  const save = useSaveRetention(() => toast('Retention saved'));
  const { form, errors, failure, busy, submit, clearErrors } = useForm<Retention>({
    fields: fields.map(([name]) => name),
    fallback: 'Check the connection and try again.',
    read,
    check: faultsOf,
    send: async (given) => setAsked({ given, preview: await previewRetention(given) }),
  });
  const close = () => setAsked(null);
  return (
    <>
      <form
        ref={form}
        className={styles.card}
        method="post"
        noValidate
        onChange={clearErrors}
        onSubmit={(event) => void submit(event)}
      >
        {fields.map(([name, label, hint]) => (
          <TextField
            key={name}
            label={`${label}, in days`}
            name={name}
            inputMode="numeric"
            autoComplete="off"
            placeholder="For ever"
            defaultValue={saved[name] ?? ''}
            hint={hint}
            error={errors[name]}
          />
        ))}
        {failure === null ? null : (
          <Banner kind="error" title="Could not count what goes">
            {failure}
          </Banner>
        )}
        <div className="row">
          <Button type="submit" busy={busy}>
            Preview and save…
          </Button>
        </div>
      </form>
      <AskDialog
        open={asked !== null}
        onClose={close}
        title="Keep data for these days?"
        keep="Change nothing"
        act="Save days"
        faultTitle="Nothing was saved"
        onAct={async () => {
          if (asked) await save.mutateAsync(asked.given);
        }}
      >
        {(asked ? previewWords(asked.preview) : []).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </AskDialog>
    </>
  );
}
