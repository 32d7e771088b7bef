import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A machine that answers requests, before it is there. */
export type Upstream = { name: string; address: string; port: number };

const shipped = join(import.meta.dirname, '../../deploy/proxies/haproxy.cfg');
const sectionOf = (name: string, text: string): string =>
  new RegExp(`^${name}\\n(?:[ \\t].*\\n?|\\n)*`, 'm').exec(text)?.[0] ?? '';

/** Where machines find an engine, and where it is. */
type Door = readonly [at: string, to: string];

/** The balancer that we ship, before these machines; and beside it a door for each engine. */
export function balancerSettings(upstreams: readonly Upstream[], webPort: number, doors: readonly Door[] = []): string {
  const text = readFileSync(shipped, 'utf8').replaceAll('moderation.example.com', `localhost:${webPort}`);
  const servers = upstreams.map(({ name, address, port }) => `  server ${name} ${address}:${port}`);
  return [
    'global\n  maxconn 4000\n',
    sectionOf('defaults', text),
    `frontend web\n  bind 127.0.0.1:${webPort}\n  default_backend clearframe\n`,
    sectionOf('backend clearframe', text).replace(/^ {2}server .*\n?/gm, ''),
    ...servers,
    ...doors.map(
      ([at, to], n) =>
        `\nlisten door${n}\n  mode tcp\n  bind ${at}\n  timeout client 1h\n  timeout server 1h\n  server engine ${to}`,
    ),
    '',
  ].join('\n');
}
