import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { AuditEntry, auditBeginning, canonicalJson } from '@clearframe/contract';
import type { Surroundings } from '../surroundings.ts';

export type AuditCommand = { name: 'audit'; file: string; head: string | null };

/** Why this line is not the entry that follows; null = it is. */
function faultOf(line: string, seq: number, before: string): { fault: string } | { hash: string } {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return { fault: 'the line is no JSON' };
  }
  const parsed = AuditEntry.safeParse(read);
  if (!parsed.success) return { fault: 'the line is no entry' };
  const { hash, ...entry } = parsed.data;
  // What was read, not what the schema knows: a field that somebody added changes the hash.
  const given = { ...Object(read) };
  delete given.hash;
  if (entry.seq !== seq) return { fault: `entry ${entry.seq} is in its place` };
  if (entry.prev_hash !== before) return { fault: 'it does not name the hash of the entry before' };
  const right = createHash('sha256')
    .update(`${before}\n${canonicalJson(given)}`)
    .digest('hex');
  return hash === right ? { hash } : { fault: 'its content does not match its hash' };
}

/** Checks an exported audit log line by line, whatever its size. @returns the exit code: 1 with the first broken entry, else 0 */
export async function verifyAudit({ file, head }: AuditCommand, { out, err }: Surroundings): Promise<number> {
  let hash = auditBeginning;
  let seq = 0;
  let isHeadMet = head === auditBeginning;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const read = faultOf(line, seq + 1, hash);
    if ('fault' in read) {
      err.write(`Entry ${seq + 1} is broken: ${read.fault}.\n`);
      return 1;
    }
    seq += 1;
    hash = read.hash;
    isHeadMet ||= hash === head;
  }
  if (head !== null && !isHeadMet) {
    err.write(`Entry ${seq + 1} is missing: the file ends before the head that you gave.\n`);
    return 1;
  }
  out.write(`${seq} entries, unbroken. Head ${hash}\n`);
  return 0;
}
