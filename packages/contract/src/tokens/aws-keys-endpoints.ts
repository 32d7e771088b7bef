import { z } from 'zod';
import { type EndpointTable, Id } from '../endpoint.ts';

/** An API token as a pair of keys, for programs that sign as AWS does. */
export const AwsKeys = z.object({ access_key_id: z.string(), secret_access_key: z.string(), endpoint: z.url() });
export type AwsKeys = z.infer<typeof AwsKeys>;

/** Apart from `tokensEndpoints`, which the dashboard's first screen loads. */
export const awsKeysEndpoints = {
  /** For somebody who proved who they are within ten minutes. The owner is mailed. */
  getAwsKeys: {
    method: 'GET',
    path: '/access-tokens/:id/aws-keys',
    access: 'session',
    action: 'tokens.manage',
    params: Id,
    data: z.object({ aws_keys: AwsKeys }),
  },
} as const satisfies EndpointTable;
