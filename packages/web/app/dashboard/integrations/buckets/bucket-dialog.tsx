import { CreateS3SourceInput, type S3Source } from '@clearframe/contract';
import { TextField } from '../../../shared/form/field.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { MoreOptions } from '../../ui/more-options.tsx';
import scopesStyles from '../../ui/scopes.module.css';
import type { AddressedDialogProps } from '../parts/addressed-page.tsx';
import { changedFields } from '../parts/changed-fields.ts';
import { bucketChange, bucketFaults, readBucket } from './read-bucket.ts';
import { useCreateBucket, useUpdateBucket } from './use-buckets.ts';

const fields = ['name', 'endpoint', 'region', 'bucket', 'prefix', 'access_key_id', 'secret_access_key'];
const typed = { autoComplete: 'off', spellCheck: false } as const;

/** Adds a bucket, or changes one. The server lists the bucket once before it saves. */
export function BucketDialog({ subject, onClose, onCreated, onChanged }: AddressedDialogProps<S3Source>) {
  const create = useCreateBucket();
  const update = useUpdateBucket();
  const edited = subject === 'new' ? null : subject;
  return (
    <DialogForm
      open={subject !== null}
      onClose={onClose}
      title={edited ? `Change “${edited.name}”` : 'Add bucket'}
      submit={edited ? 'Save bucket' : 'Add bucket'}
      fields={fields}
      faultTitle="Could not save the bucket"
      fallback="Try again."
      read={readBucket}
      check={(draft) => bucketFaults(draft, edited)}
      send={async (draft) => {
        if (edited) {
          await update.mutateAsync({ id: edited.id, body: changedFields({ ...edited }, bucketChange(draft)) });
          onChanged(draft.name);
        } else onCreated(await create.mutateAsync(CreateS3SourceInput.parse(draft)));
      }}
    >
      {({ errors, fault }) => (
        <>
          <TextField
            {...typed}
            label="Name"
            name="name"
            autoFocus
            maxLength={100}
            defaultValue={edited?.name ?? ''}
            error={errors.name}
          />
          <TextField
            {...typed}
            label="Endpoint"
            name="endpoint"
            type="url"
            inputMode="url"
            placeholder="https://s3.eu-central-1.amazonaws.com"
            defaultValue={edited?.endpoint ?? ''}
            error={errors.endpoint}
          />
          <TextField {...typed} label="Bucket" name="bucket" defaultValue={edited?.bucket ?? ''} error={errors.bucket} />
          <TextField {...typed} label="Region" name="region" defaultValue={edited?.region ?? 'us-east-1'} error={errors.region} />
          <TextField
            {...typed}
            label="Access key ID"
            name="access_key_id"
            defaultValue={edited?.access_key_id ?? ''}
            error={errors.access_key_id}
          />
          <TextField
            {...typed}
            label={edited ? 'New secret access key' : 'Secret access key'}
            name="secret_access_key"
            type="password"
            autoComplete="new-password"
            optional={edited !== null}
            hint={edited ? 'Left empty, the key stays.' : 'Sealed on this server and never shown again.'}
            error={errors.secret_access_key}
          />
          <MoreOptions hasError={Boolean(errors.prefix)}>
            <TextField
              {...typed}
              label="Prefix"
              name="prefix"
              optional
              hint="Only keys that begin with it count."
              defaultValue={edited?.prefix ?? ''}
              error={errors.prefix}
            />
            <Choice name="answer_tags" on={edited?.answer_tags ?? true} words="Write verdicts to the tags of objects" />
            <Choice name="path_style" on={edited?.path_style ?? true} words="Put the bucket into the path, not the host" />
          </MoreOptions>
          {fault}
        </>
      )}
    </DialogForm>
  );
}

function Choice({ name, on, words }: { name: string; on: boolean; words: string }) {
  return (
    <label className={scopesStyles.scope}>
      <input type="checkbox" name={name} defaultChecked={on} />
      <span>{words}</span>
    </label>
  );
}
