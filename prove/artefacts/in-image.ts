import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A folder with an image's files, one that it may write to, and one with the socket of a PostgreSQL. */
export type Places = { root: string; data: string; sockets: string };

/** Where the image sees the socket. */
export const socketsInside = '/srv';

/**
 * What a container runtime does: a root that nobody writes to, /data and /tmp apart, the image's user, no capability, no way to more. In
 * namespaces of mounts and processes, which end with it. The network is the machine's.
 */
const enter = `
set -e
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
mount -o remount,bind,ro "$ROOT"
mount -t proc proc "$ROOT/proc"
mount -t tmpfs -o mode=1777,size=256m tmp "$ROOT/tmp"
mount --bind "$DATA" "$ROOT/data"
mount --bind "$SOCKETS" "$ROOT${socketsInside}"
mount --rbind /dev "$ROOT/dev"
mount --bind /etc/resolv.conf "$ROOT/etc/resolv.conf" 2>/dev/null || true
exec env -i "$@"
`;

/** The words after which a command runs in the image. `WORKDIR` of the image is /app. */
const asUser = (root: string, user: string): string[] => {
  const [uid = '', gid = ''] = user.split(':');
  const ids = ['--reuid', uid, '--regid', gid, '--clear-groups'];
  const bounds = ['--bounding-set', '-all', '--inh-caps', '-all', '--no-new-privs'];
  return ['chroot', root, '/usr/bin/setpriv', ...ids, ...bounds, '/usr/bin/env', '--chdir=/app'];
};

export type Inside = { child: ChildProcess; output(): string; ended: Promise<number | null> };

/**
 * Starts a command in the image as its user.
 * @param user of the image: `10001:10001`
 * @param env all that it is given
 */
export function startInside(places: Places, user: string, env: Record<string, string>, command: readonly string[]): Inside {
  const given = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const words = [...given, ...asUser(places.root, user), ...command];
  const child = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private', 'sh', '-c', enter, 'sh', ...words],
    {
      env: { PATH: process.env.PATH, ROOT: places.root, DATA: places.data, SOCKETS: places.sockets },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes));
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  return { child, output: () => output, ended };
}
