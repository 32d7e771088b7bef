import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane; about 25 ms. The library's default algorithm is argon2id. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/**
 * One core stays free for answering: with four at once on two cores, other calls waited fifty times as long and no more people
 * got in (bench/login). One thread of libuv's four stays free as well, for files. Each hash takes 19 MiB.
 */
const atOnce = Math.max(1, Math.min(3, availableParallelism() - 1));
/** About three seconds of hashing on one core: whoever would wait longer is told to come back. */
const turns = createConcurrencyLimit({ atOnce, waitingMax: 100, turnMs: 30 });

/** Asked before a try is counted: a refusal for want of room is no failure of the person. @throws AppError busy */
export const requireHashingRoom = turns.requireRoom;

/** Argon2id as a PHC string. @throws AppError busy */
export function hashPassword(password: string): Promise<string> {
  return turns.run(() => hash(password.normalize('NFKC'), parameters));
}

/** @returns whether the password is the one that was hashed @throws AppError busy */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return turns.run(() => verify(passwordHash, password.normalize('NFKC')));
}

/** Whether the hash was made with other parameters than today's. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
  return memoryCost !== parameters.memoryCost || timeCost !== parameters.timeCost || parallelism !== parameters.parallelism;
}

const { memoryCost, timeCost, parallelism } = parameters;
const noise = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');

/** A hash that belongs to nobody: an unknown address costs the same time as a known one (AUTH-06). */
export const dummyHash = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${noise(16)}$${noise(32)}`;
