import { createHash } from 'node:crypto';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Config } from '../config-storage.ts';
import { s3Fault } from './s3-fault.ts';

export type S3Limits = {
  /** How long a connection may take to open. */
  connectMs: number;
  /** How long nothing may come over it. */
  silentMs: number;
  /** One request with its tries: a process whose job says nothing is ended after 45 s. */
  requestMs: number;
  /** What one process holds of all puts under way: of each up to one part. */
  heldBytes?: number;
};
const usualLimits: Required<S3Limits> = { connectMs: 2_000, silentMs: 5_000, requestMs: 30_000, heldBytes: 512 * 1024 * 1024 };
export const TRIES = 3;
/** Each file that is being served holds one: a few slow readers must not keep the others waiting. */
const SOCKETS = 500;

type Command = Parameters<S3Client['send']>[0];

/** What sends commands to one bucket. */
export type S3Connection = {
  /** For lib-storage: its `send` is the one below. */
  client: S3Client;
  send: S3Client['send'];
  /** The same without a signature: what anybody may ask. */
  anonymous: S3Client;
  limits: Required<S3Limits>;
  /** Of puts under way. */
  held: { bytes: number };
};

const hasBody = (request: unknown): request is { headers: Record<string, string>; body: string | Uint8Array } =>
  typeof request === 'object' &&
  request !== null &&
  'headers' in request &&
  'body' in request &&
  (typeof request.body === 'string' || request.body instanceof Uint8Array);

/** Every maker checks Content-MD5, and few check the newer checksums: removing many objects at once is refused without it. */
function sendMd5(client: S3Client): S3Client {
  client.middlewareStack.add(
    (next) => async (args) => {
      if (hasBody(args.request)) {
        const { headers, body } = args.request;
        for (const name of Object.keys(headers)) if (/^x-amz-(?:sdk-)?checksum-/i.test(name)) delete headers[name];
        headers['content-md5'] = createHash('md5').update(body).digest('base64');
      }
      return next(args);
    },
    { step: 'build', priority: 'low', name: 'contentMd5' },
  );
  return client;
}

/** A storage that said nothing for so long is not asked once more: whoever waits for it learns of it now, and jobs come back. */
class StorageSilent extends Error {
  override name = 'StorageSilent';
}

/** Tries are for what is over in a moment: a refusal, a broken connection. */
function endWithSilence(client: S3Client, silentMs: number): S3Client {
  client.middlewareStack.add(
    (next) => async (args) => {
      const begun = performance.now();
      try {
        return await next(args);
      } catch (error) {
        const isSilent = error instanceof Error && error.name === 'TimeoutError' && performance.now() - begun >= silentMs;
        // Without its cause, by which the SDK would know that it may be tried again.
        throw isSilent ? new StorageSilent(error.message) : error;
      }
    },
    // Inside of what tries again.
    { step: 'finalizeRequest', priority: 'low', name: 'endWithSilence' },
  );
  return client;
}

export function connectS3({ region, endpoint, pathStyle, credentials }: S3Config, changed: Partial<S3Limits> = {}): S3Connection {
  const limits = { ...usualLimits, ...changed };
  const { connectMs, silentMs, requestMs } = limits;
  const sockets = { maxSockets: SOCKETS };
  const settings: S3ClientConfig = {
    region,
    forcePathStyle: pathStyle,
    maxAttempts: TRIES,
    // The default sums break puts of other makers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs, httpAgent: sockets, httpsAgent: sockets },
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
  };
  const client = endWithSilence(sendMd5(new S3Client(settings)), silentMs);
  const ask = client.send.bind(client);
  const send = async (command: Command): Promise<unknown> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), requestMs);
    try {
      return await ask(command, { abortSignal: late.signal });
    } catch (error) {
      throw s3Fault(error, command);
    } finally {
      clearTimeout(timer);
    }
  };
  // Whatever sends over the client, lib-storage too, has these limits.
  Object.assign(client, { send });
  const anonymous = new S3Client({ ...settings, signer: { sign: async (request) => request } });
  return { client, send: client.send, anonymous, limits, held: { bytes: 0 } };
}
