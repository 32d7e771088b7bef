import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Secrets } from '../security/secrets.ts';
import type { Resolve } from './payfast-source.ts';

/** What a remote provider is made of. */
export type RemoteProviderContext<Name extends 'payfast' | 'stripe'> = {
  config: Config;
  settings: NonNullable<Config[Name]>;
  secrets: Secrets;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Of tests: shorter waits, and addresses of names. */
  calls?: { timeoutMs: number };
  resolve?: Resolve;
};
