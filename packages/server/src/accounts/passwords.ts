import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane; about 25 ms. The library's default algorithm is argon2id. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashes at once in a process: each takes 19 MiB and a thread of the pool that file access needs too. */
const concurrency = 4;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // The place goes straight to the next in line, so that no newcomer can slip in between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Argon2id as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), parameters));
}

/** @returns whether the password is the one that was hashed */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash, password.normalize('NFKC')));
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
