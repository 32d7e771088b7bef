import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder itself, by whatever path it was named. */
function identity(dataDir: string): string {
  const { dev, ino } = statSync(dataDir);
  return createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24);
}

/**
 * Linux: a name in the abstract namespace, which the kernel gives to one process and takes back however that ends.
 * Elsewhere a socket file, which may outlive its process.
 */
const lockAddress = (dataDir: string): string =>
  process.platform === 'linux' ? `\0clearframe-${identity(dataDir)}` : join(tmpdir(), `clearframe-${identity(dataDir)}.lock`);

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen(address, () => resolve(server.unref()));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });
}

/**
 * Keeps a data directory for this process, until it releases it or ends in whatever way.
 * @returns the release, or null when another process of this machine has the directory
 */
export async function lockDataDir(dataDir: string): Promise<(() => void) | null> {
  const address = lockAddress(dataDir);
  let server = await listen(address);
  if (!server && !address.startsWith('\0') && !(await answers(address))) {
    rmSync(address, { force: true });
    server = await listen(address);
  }
  if (!server) return null;
  const held = server;
  return () => void held.close();
}
