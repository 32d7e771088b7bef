import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { unpackPackages } from './debian.ts';

/** Programs of a real Prometheus, installed or unpacked from Debian's package, or why there are none. */
export function findPrometheus(): { prometheus: string; promtool: string } | { notRun: string } {
  const places = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
  const installed = places.find((place) => ['prometheus', 'promtool'].every((name) => existsSync(join(place, name))));
  if (installed !== undefined) return { prometheus: join(installed, 'prometheus'), promtool: join(installed, 'promtool') };
  const unpacked = unpackPackages('prometheus');
  if ('notRun' in unpacked) return unpacked;
  const place = join(unpacked.root, 'usr/bin');
  return { prometheus: join(place, 'prometheus'), promtool: join(place, 'promtool') };
}
