import { randomInt, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Confine } from '@clearframe/engine/light';
import type { ConfinementLevel } from './level.ts';
import { visibleTo } from './readable-paths.ts';
import { rootScript } from './root-script.ts';

/** Ids that distributions leave alone: Debian reserves 30000 to 59999, and systemd takes those from 61184. */
const USER_IDS = { from: 40_000, below: 50_000 };

/** Processes and threads of one user id: more than Node and ffmpeg start, too few to fill a machine. */
const THREADS_MAX = 128;

const PIECE_BYTES = 1_048_576;

/** The first process of a process namespace is deaf to most signals, so it is a shell that only waits. */
const waitingShell = ['/bin/sh', '-c', '"$@"; exit $?', 'sh'];

/** Takes from what follows every privilege, for good, and has it end with the process around it. */
function dropped({ ownUser, userNamespace }: ConfinementLevel, userId: number): string[] {
  const user = ownUser ? [`--reuid=${userId}`, `--regid=${userId}`, '--clear-groups'] : [];
  const privileged = ownUser || userNamespace || process.getuid?.() === 0;
  return [
    'setpriv',
    ...user,
    ...(privileged ? ['--inh-caps=-all', '--bounding-set=-all'] : []),
    ...['--no-new-privs', '--pdeathsig=KILL'],
    ...(ownUser ? ['prlimit', `--nproc=${THREADS_MAX}`] : []),
  ];
}

/** The whole command line. A program that raises privileges is no way out: neither does it get them, nor is it there. */
function commandLine(level: ConfinementLevel, userId: number, readable: readonly string[], dataDir: string): string[] {
  if (!level.setpriv) return [];
  const drop = dropped(level, userId);
  if (level.namespaces === 'none') return drop;
  // Made first and by itself: it changes what a process may, which forgets with whom it shall end.
  const asRoot = level.userNamespace ? ['unshare', '--user', '--map-root-user'] : [];
  const ending = ['setpriv', '--pdeathsig=KILL'];
  if (level.namespaces === 'net') return [...asRoot, ...ending, 'unshare', '--net', ...drop];
  const namespaces = ['unshare', '--net', '--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child=KILL'];
  const script = rootScript(visibleTo(readable, dataDir));
  return [...asRoot, ...ending, ...namespaces, '/bin/sh', '-c', script, 'sh', ...drop, ...waitingShell];
}

/**
 * A copy without a name: /dev/fd opens a file anew, also for writing where its owner asks, and the original is open to this server alone.
 * @param userId whose it is; null = this server's user
 */
async function copyFor(userId: number | null, path: string): Promise<FileHandle> {
  const name = join(dirname(path), `.decoding-${randomUUID()}`);
  const source = await open(path, 'r');
  try {
    const copy = await open(name, 'wx+', 0o400);
    try {
      await rm(name);
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      for (;;) {
        const { bytesRead } = await source.read(piece, 0, piece.length);
        if (bytesRead === 0) break;
        await copy.writeFile(piece.subarray(0, bytesRead));
      }
      if (userId !== null) await copy.chown(userId, userId);
      return copy;
    } catch (error) {
      await copy.close();
      throw error;
    }
  } finally {
    await source.close();
  }
}

/**
 * Shuts programs in as far as this machine lets us: a user id of its own for each run, no network, an empty process table, and of the
 * file system what it needs to start. docs/decisions/054.
 * @param dataDir absolute; never visible
 */
export function createConfine(level: ConfinementLevel, dataDir: string): Confine {
  return (program, args, readable) => {
    const userId = randomInt(USER_IDS.from, USER_IDS.below);
    const [command, ...before] = commandLine(level, userId, readable, dataDir);
    // Where it sees no other file it can harm no other, so it gets none that is needed.
    const copies = level.ownUser || level.namespaces === 'all';
    return {
      ...(command === undefined ? { program, args: [...args] } : { program: command, args: [...before, program, ...args] }),
      openFile: (path) => (copies ? copyFor(level.ownUser ? userId : null, path) : open(path, 'r')),
    };
  };
}
