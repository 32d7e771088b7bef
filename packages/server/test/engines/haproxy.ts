import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { librariesIn, unpackPackages } from './debian.ts';
import { startDaemon } from './start-daemon.ts';

export type Balancer = {
  /** A command for a running haproxy, such as `set server web/one state maint`. @returns what it says to that */
  tell(command: string): Promise<string>;
  close(): Promise<void>;
};

/** Starts a real haproxy with these settings, which begin with `global`. @returns why there is none, where its packages cannot be had */
export async function startHaproxy(settings: string): Promise<Balancer | { notRun: string }> {
  const installed = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/opt/homebrew/bin/haproxy'].find((path) =>
    existsSync(path),
  );
  const unpacked = installed ? null : unpackPackages('haproxy');
  if (unpacked && 'notRun' in unpacked) return unpacked;
  const folder = mkdtempSync(join(tmpdir(), 'clearframe-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  const socket = join(folder, 'admin');
  writeFileSync(file, settings.replace('global\n', `global\n  stats socket ${socket} level admin\n`));
  const program = installed ?? join(unpacked?.root ?? '', 'usr/sbin/haproxy');
  const libraries = unpacked ? librariesIn(unpacked.root) : '';
  const daemon = await startDaemon([program, '-db', '-f', file], { env: { ...process.env, LD_LIBRARY_PATH: libraries } });
  // It listens everywhere once this is there.
  while (!existsSync(socket)) {
    if (daemon.hasEnded()) throw new Error(`haproxy ended: ${daemon.output()}`);
    await sleep(10);
  }
  return {
    async tell(command) {
      const line = connect(socket);
      line.end(`${command}\n`);
      return await text(line);
    },
    async close() {
      await daemon.end();
      rmSync(folder, { recursive: true });
    },
  };
}
