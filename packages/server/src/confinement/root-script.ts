import { existsSync, statSync } from 'node:fs';
import type { Visible } from './readable-paths.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

/** Folders that every system has; the new root is built on one that holds nothing of what is to be seen. */
const places = ['/mnt', '/media', '/srv', '/opt', '/run', '/tmp', '/var', '/home'];

const kindOf = (path: string): string => {
  if (path.startsWith('/dev/')) return 'device';
  return statSync(path).isDirectory() ? 'folder' : 'file';
};

/** Each step of a new root: where, and by which commands. Folders come before what lies in them. */
function steps({ paths, hidden }: Visible): string[] {
  // What lies in a folder that is seen is seen with it, unless something between covers it.
  const isCovered = (path: string): boolean => hidden.some((one) => path === one || isBelow(path, one));
  const binds = paths.filter((path) => isCovered(path) || !paths.some((other) => isBelow(path, other)));
  const covers = hidden.filter((path) => binds.some((other) => isBelow(path, other)));
  const commands = [
    ...binds.map((path) => ({ path, command: `${kindOf(path)} ${quoted(path)}` })),
    ...covers.map((path) => ({ path, command: `${statSync(path).isDirectory() ? 'cover' : 'blank'} ${quoted(path)}` })),
  ];
  return commands.sort((one, other) => one.path.length - other.path.length).map(({ command }) => command);
}

/**
 * A shell script for a process in mount and process namespaces of its own: it builds a root in which only `visible` is there, all of it
 * read-only, and goes on in it with the command of its arguments.
 * @throws when every folder on which it could be built holds something that must stay visible
 */
export function rootScript(visible: Visible): string {
  const sources = [...visible.paths, ...visible.hidden];
  const root = places.find((place) => existsSync(place) && !sources.some((path) => path === place || isBelow(path, place)));
  if (root === undefined) throw new Error('There is no folder on which the view of decoders could be built');
  const covered = visible.hidden.filter((path) => visible.paths.some((other) => isBelow(path, other)));
  return [
    'set -e',
    'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
    `R=${quoted(root)}`,
    // A bind of a folder with mounts in it is refused to an ordinary user unless they come along.
    'bind() { mount --bind -o "$3" "$1" "$2" 2>/dev/null || mount --rbind -o "$3" "$1" "$2"; }',
    'folder() { mkdir -p "$R$1"; bind "$1" "$R$1" ro,nosuid,nodev; }',
    'empty() { mkdir -p "$R$(dirname "$1")"; : > "$R$1"; }',
    'file() { empty "$1"; bind "$1" "$R$1" ro,nosuid,nodev; }',
    'device() { empty "$1"; bind "$1" "$R$1" ro,nosuid,noexec; }',
    'cover() { mount -t tmpfs -o mode=755,size=64k,nosuid,nodev none "$R$1"; }',
    'blank() { mount --bind /dev/null "$R$1"; }',
    'mount -t tmpfs -o mode=755,size=1m,nosuid,nodev none "$R"',
    ...steps(visible),
    ...visible.links.map(([path, to]) => `ln -s ${quoted(to)} "$R"${quoted(path)}`),
    'mkdir -p "$R/proc" "$R/dev"',
    'mount -t proc -o nosuid,nodev,noexec proc "$R/proc"',
    'ln -s /proc/self/fd "$R/dev/fd"',
    ...covered
      .filter((path) => statSync(path).isDirectory())
      .map((path) => `mount -o remount,bind,ro,nosuid,nodev "$R"${quoted(path)}`),
    'mount -o remount,bind,ro,nosuid,nodev "$R"',
    'exec chroot "$R" "$@"',
  ].join('\n');
}
