import { loadavg } from 'node:os';
import { compose } from './artefacts/compose.ts';
import { image } from './artefacts/image.ts';
import { kubernetes } from './artefacts/kubernetes.ts';
import { proxies } from './artefacts/proxies.ts';
import { units } from './artefacts/units.ts';

/**
 * What lies in deploy/, tried with the programs that read it (acceptance OPS-03): systemd, Compose's schema, kubectl, and Debian's Caddy,
 * nginx and haproxy before two running servers, buildah and the image. `node prove/artefacts.proof.ts [parts]` tries some of them.
 */
const notRun = 77;
const all = [units, compose, kubernetes, proxies, image];
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !all.some((part) => part.name === name));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}: ${all.map(({ name }) => name).join(', ')}`);
const parts = asked.length === 0 ? all : all.filter(({ name }) => asked.includes(name));
const outcomes: string[] = [];
for (const { name, prove } of parts) {
  const outcome = await prove((line) => console.log(`${name}: ${line}`));
  const said = typeof outcome === 'string' ? outcome : `not run: ${outcome.notRun}`;
  console.log(`${name}: ${said} (load ${(loadavg()[0] ?? 0).toFixed(1)})`);
  outcomes.push(typeof outcome === 'string' ? outcome : 'not run');
}
if (outcomes.includes('broken')) process.exitCode = 1;
else if (outcomes.every((one) => one === 'not run')) process.exitCode = notRun;
