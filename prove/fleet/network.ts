import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Where one machine is, and the cable that it hangs on. */
export type Place = {
  address: string;
  /** Before a command that shall run there. */
  prefix: readonly string[];
  /** Pulls the cable: nothing that it sends arrives, and nobody is told. */
  pull(): void;
  plugIn(): void;
};

/** A network of the proof's own, on which each machine has a namespace. */
export type Network = {
  /** This side, where machines find the engines. */
  address: string;
  /** false = there are no namespaces here: all machines are on the loopback, and no cable can be pulled. */
  hasCables: boolean;
  place(name: string): Place;
  close(): void;
};

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });

/** Where all machines are in one place. */
export const loopback: Network = {
  address: '127.0.0.1',
  hasCables: false,
  place: () => ({ address: '127.0.0.1', prefix: [], pull: () => undefined, plugIn: () => undefined }),
  close: () => undefined,
};

/** Only who may administrate networks can make namespaces that reach each other. */
const canMakeNamespaces = (): boolean => {
  const name = `cfl${process.pid}`;
  if (spawnSync('ip', ['netns', 'add', name]).status !== 0) return false;
  return spawnSync('ip', ['netns', 'delete', name]).status === 0;
};

/** What a proof that was killed has left: its machines ended with it, their namespaces stay. */
function removeLeftovers(): void {
  const list = (...args: string[]): string => spawnSync('ip', args, { encoding: 'utf8' }).stdout;
  const isLeft = (pid: string | undefined): boolean => pid !== undefined && !existsSync(`/proc/${pid}`);
  for (const [space, pid] of list('netns', 'list').matchAll(/^cfl(\d+)\S*/gm)) if (isLeft(pid)) ip('netns', 'delete', space);
  for (const [bridge, pid] of list('-o', 'link', 'show', 'type', 'bridge').matchAll(/\bcfb(\d+)/g))
    if (isLeft(pid)) ip('link', 'delete', bridge);
}

export function openNetwork(): Network {
  if (!canMakeNamespaces()) return loopback;
  removeLeftovers();
  const own = process.pid;
  const subnet = `10.213.${own % 250}`;
  const bridge = `cfb${own}`;
  const made: string[] = [];
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('address', 'add', `${subnet}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  return {
    address: `${subnet}.1`,
    hasCables: true,
    place(name) {
      const space = `cfl${own}-${name}`;
      const cable = `cfv${own}n${made.length}`;
      const address = `${subnet}.${made.length + 2}`;
      made.push(space);
      ip('netns', 'add', space);
      ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
      ip('link', 'set', cable, 'master', bridge, 'up');
      ip('-n', space, 'address', 'add', `${address}/24`, 'dev', 'eth0');
      for (const device of ['lo', 'eth0']) ip('-n', space, 'link', 'set', device, 'up');
      return {
        address,
        prefix: ['ip', 'netns', 'exec', space],
        pull: () => ip('link', 'set', cable, 'nomaster'),
        plugIn: () => ip('link', 'set', cable, 'master', bridge),
      };
    },
    close() {
      for (const space of made) ip('netns', 'delete', space);
      ip('link', 'delete', bridge);
    },
  };
}
