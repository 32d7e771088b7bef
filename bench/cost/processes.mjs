import { readdirSync, readFileSync } from 'node:fs';

const names = {
  'processes/api.ts': 'API',
  'processes/analysis.ts': 'analysis',
  'processes/decoder.ts': 'decoder',
  postgres: 'PostgreSQL',
};

/** Fields of /proc/PID/stat after the name, which may hold spaces. */
function statOf(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  return { parent: Number(fields[1]), ticks: user + system, endedTicks: endedUser + endedSystem };
}

function nameOf(pid) {
  const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return Object.entries(names).find(([part]) => line.includes(part))?.[1] ?? 'supervisor and others';
}

/**
 * Seconds of CPU that these processes and all below them have used so far, by what they are. Those that have ended count for the process
 * that waited for them. Linux: a tick is a hundredth of a second.
 */
export function cpuSeconds(pids) {
  const all = new Map();
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    try {
      all.set(pid, { ...statOf(pid), name: nameOf(pid) });
    } catch {
      // It ended while it was read.
    }
  }
  const isBelow = (pid) => pids.includes(pid) || (all.has(pid) && isBelow(all.get(pid).parent));
  const sums = {};
  for (const [pid, { ticks, endedTicks, name }] of all)
    if (isBelow(pid)) sums[name] = (sums[name] ?? 0) + (ticks + endedTicks) / 100;
  return sums;
}
