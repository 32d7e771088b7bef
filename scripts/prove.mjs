/**
 * `npm run prove [names]`: the long proofs of `prove/`, too slow for every test run. Without names all of them but `suite`, which is
 * `npm test` five times. All that follows `fleet` or `upgrade` is for that proof: `npm run prove fleet -- kill --size=0.02`.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureWebBuilt } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { underNewNode } from './lib/node-version.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

if (await underNewNode(import.meta.url)) {
  const known = readdirSync(join(root, 'prove')).flatMap((file) => /^(.+)\.proof\.ts$/.exec(file)?.[1] ?? []);
  const words = process.argv.slice(2);
  const withOptions = words.findIndex((word) => word === 'fleet' || word === 'upgrade');
  const end = withOptions < 0 ? words.length : withOptions + 1;
  const asked = words.slice(0, end);
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no proof ${unknown.join(', ')}: ${known.join(', ')}`);
    process.exit(1);
  }
  await ensureInstalled();
  await ensureWebBuilt();
  let failed = 0;
  for (const name of asked.length > 0 ? asked : known.filter((one) => one !== 'suite')) {
    console.log(`── ${name} ──`);
    const { code } = await run(process.execPath, [
      join('prove', `${name}.proof.ts`),
      ...(name === words[withOptions] ? words.slice(end) : []),
    ]);
    // Its engines cannot be had here: it has said why.
    if (code === 77) {
      console.log(`${name}: not run`);
      continue;
    }
    if (code !== 0) failed += 1;
    console.log(`${name}: ${code === 0 ? 'proved' : 'NOT proved'}`);
  }
  process.exitCode = failed === 0 ? 0 : 1;
}
