import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { unpackPackages } from './debian.ts';

/** Debian's kubectl alone: what these packages ask for beside it is here already, or for shells. */
const unneeded: ReadonlySet<string> = new Set(['bash-completion']);

/** A kubectl of this machine, or the one of Debian's package kubernetes-client, or why there is none. */
export function findKubectl(): { kubectl: string } | { notRun: string } {
  const places = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].map((place) => join(place, 'kubectl'));
  const installed = places.find((path) => existsSync(path));
  return installed === undefined ? findDebianKubectl() : { kubectl: installed };
}

/** The oldest one that our files have to be read by. */
export function findDebianKubectl(): { kubectl: string } | { notRun: string } {
  const unpacked = unpackPackages('kubernetes-client', undefined, unneeded);
  return 'notRun' in unpacked ? unpacked : { kubectl: join(unpacked.root, 'usr/bin/kubectl') };
}
