import { type AwsKeys, awsKeysEndpoints } from '@clearframe/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../shared/api/api.ts';
import { errorMessage } from '../../shared/api/error-message.ts';
import { NotConfirmed } from '../../shared/api/not-confirmed.ts';
import { CodeBlock } from '../../shared/code/code-block.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { useConfirmed } from '../shell/confirm/confirm-provider.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';

type Named = { id: string; name: string };
type Shown = AwsKeys & { name: string };

/** Reads the keys of a token, after a proof of who asks. They are kept as long as the dialog is open. */
export function useAwsKeys() {
  const confirmed = useConfirmed();
  const toast = useToast();
  const [shown, setShown] = useState<Shown | null>(null);
  const read = useMutation({
    mutationFn: async ({ id, name }: Named): Promise<Shown> =>
      await confirmed(async () => ({ name, ...(await call(awsKeysEndpoints.getAwsKeys, { params: { id } })).aws_keys })),
    onSuccess: setShown,
    onError: (error) => {
      if (!(error instanceof NotConfirmed)) toast(errorMessage(error, 'Could not show the AWS keys'));
    },
  });
  return { shown, busy: read.isPending ? read.variables.id : null, show: read.mutate, close: () => setShown(null) };
}

/** What every SDK of AWS reads from the environment. */
const environment = ({ access_key_id, secret_access_key, endpoint }: AwsKeys) =>
  [
    `AWS_ACCESS_KEY_ID=${access_key_id}`,
    `AWS_SECRET_ACCESS_KEY=${secret_access_key}`,
    `AWS_ENDPOINT_URL_REKOGNITION=${endpoint}`,
    'AWS_REGION=eu-central-1',
    // boto3 and the AWS CLI read this one alone.
    'AWS_DEFAULT_REGION=eu-central-1',
  ].join('\n');

/** The token as a program knows it that speaks Amazon Rekognition. */
export function AwsKeysDialog({ shown, onClose }: { shown: Shown | null; onClose: () => void }) {
  return (
    <Dialog
      open={shown !== null}
      onClose={onClose}
      title={`AWS keys of “${shown?.name ?? ''}”`}
      actions={
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="muted">
        A program that calls Amazon Rekognition calls Clearframe with these five lines. Any region will do. The keys end with the
        token.
      </p>
      {shown ? <CodeBlock label="Environment" text={environment(shown)} /> : null}
    </Dialog>
  );
}
