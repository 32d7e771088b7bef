import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

function readProc(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}

const hasProc = existsSync('/proc/self/status');

/** Command line of a process, null when it is gone or only waits to be reaped (a zombie holds nothing). */
export function commandOf(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (hasProc) {
    const status = readProc(pid, 'status');
    if (status === null || /^State:\s+[ZX]/m.test(status)) return null;
    return readProc(pid, 'cmdline')?.replaceAll('\0', ' ') ?? null;
  }
  const found = spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' });
  const line = found.status === 0 ? found.stdout.trim() : '';
  return line === '' || line.startsWith('Z') ? null : line;
}

/** Resident memory of a process in bytes, null when it cannot be told. */
export function residentBytes(pid: number): number | null {
  if (hasProc) {
    const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status') ?? '')?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) * 1024;
  }
  const found = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  const kibibytes = Number(found.stdout?.trim());
  return found.status === 0 && kibibytes > 0 ? kibibytes * 1024 : null;
}
