import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boundPart, mutatedCredentials } from '../packages/engine/test/mutate-credentials.ts';
import { signCredentials } from '../packages/engine/test/sign-credentials.ts';
import { createTestSigner } from '../packages/engine/test/test-certificates.ts';
import { startTestDecoder } from '../packages/server/test/helpers/decoder.ts';
import { picture } from '../packages/server/test/helpers/uploads.ts';

const MANIFESTS = 500;
const SEED = 11;

/**
 * Hostile manifests of Content Credentials end no process, and none is valid that says something else than was signed, or of another
 * picture (TRUST-B7).
 */
const folder = mkdtempSync(join(tmpdir(), 'clearframe-credentials-'));
const signer = createTestSigner();
const signed = await signCredentials(picture('formats/pears.jpg'), { signer, sourceType: 'trainedAlgorithmicMedia' });
const processes = new Set<number>();
let micros = 0;
const decoder = await startTestDecoder(folder, {
  trustList: signer.rootPem,
  onProcess: (pid) => pid !== null && processes.add(pid),
  onCpu: (spent) => {
    for (const part of Object.values(spent)) micros += part;
  },
});
const expected = JSON.stringify(await decoder.readCredentials('jpeg', signed));
const states: Record<string, number> = {};
const faults: string[] = [];
const before = micros;
for (let n = 0; n < MANIFESTS; n += 1) {
  const { name, bytes } = mutatedCredentials(signed, SEED, n);
  const found = await decoder.readCredentials('jpeg', bytes);
  states[found.state] = (states[found.state] ?? 0) + 1;
  const isWrong = JSON.stringify(found) !== expected || !boundPart(bytes).equals(boundPart(signed));
  if (found.state === 'valid' && isWrong) faults.push(name);
}
await decoder.close();
rmSync(folder, { recursive: true, force: true });
for (const fault of faults) console.log(`  wrongly valid: ${fault}`);
const holds = faults.length === 0 && processes.size === 1 && (states.invalid ?? 0) > 0;
const cpuMsEach = Math.round((micros - before) / MANIFESTS / 1_000);
console.log(`${holds ? '✓' : '✗'} ${MANIFESTS} manifests`, JSON.stringify({ states, processes: processes.size, cpuMsEach }));
process.exitCode = holds ? 0 : 1;
