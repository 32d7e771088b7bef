// Checks an exported audit log with Node alone: node verify-audit-log.mjs FILE.jsonl [HASH]
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const [file, head] = process.argv.slice(2);
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
};

let [seq, before, met] = [0, '0'.repeat(64), head === undefined];
for await (const line of createInterface({ input: createReadStream(file) })) {
  seq += 1;
  try {
    const { hash, ...entry } = JSON.parse(line);
    const right = createHash('sha256')
      .update(`${before}\n${canonical(entry)}`)
      .digest('hex');
    if (entry.seq !== seq || entry.prev_hash !== before || hash !== right) throw new Error('broken');
    before = hash;
    met ||= hash === head;
  } catch {
    console.error(`Entry ${seq} is broken.`);
    process.exit(1);
  }
}
if (!met) console.error(`Entry ${seq + 1} is missing.`);
console.log(`${seq} entries. Head ${before}`);
process.exit(met ? 0 : 1);
