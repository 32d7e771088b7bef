import { CreateS3SourceInput, type S3Source, UpdateS3SourceInput } from '@clearframe/contract';
import { errorsFromIssues, type FormErrors } from '../../../shared/form/form-errors.ts';
import { textOf } from '../../../shared/form/use-form.ts';

/** What the form of a bucket holds; an empty secret keeps the one of before. */
export type BucketDraft = Omit<CreateS3SourceInput, 'is_active'>;

export function readBucket(data: FormData): BucketDraft {
  const text = (name: string) => textOf(data, name).trim();
  return {
    name: text('name'),
    endpoint: text('endpoint'),
    region: text('region'),
    bucket: text('bucket'),
    // A space may belong to a key.
    prefix: textOf(data, 'prefix'),
    access_key_id: text('access_key_id'),
    secret_access_key: text('secret_access_key'),
    path_style: data.get('path_style') !== null,
    answer_tags: data.get('answer_tags') !== null,
  };
}

/** The same, without a secret that was left empty. */
export function bucketChange({ secret_access_key: secret, ...rest }: BucketDraft): Partial<BucketDraft> {
  return secret === '' ? rest : { ...rest, secret_access_key: secret };
}

const sentences: FormErrors = {
  endpoint: 'Enter an address, such as https://s3.eu-central-1.amazonaws.com.',
  region: 'Enter a region, such as eu-central-1.',
  bucket: 'Enter the name of the bucket.',
  access_key_id: 'Enter the access key ID.',
  secret_access_key: 'Enter the secret access key.',
};

/** A sentence for each field that does not fit. */
export function bucketFaults(draft: BucketDraft, edited: S3Source | null): FormErrors {
  const parsed = edited ? UpdateS3SourceInput.safeParse(bucketChange(draft)) : CreateS3SourceInput.safeParse(draft);
  const issues = parsed.error?.issues ?? [];
  return errorsFromIssues(issues.map(({ path, message }) => ({ path, message: sentences[String(path[0])] ?? message })));
}
