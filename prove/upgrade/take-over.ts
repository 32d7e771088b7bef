import { setTimeout as sleep } from 'node:timers/promises';
import type { Balancer } from '../../packages/server/test/engines/haproxy.ts';
import type { Machine } from '../fleet/machine.ts';

/** Sessions that the balancer has open to a server of ours. */
async function sessionsOf({ tell }: Balancer, name: string): Promise<number> {
  const rows = (await tell('show stat')).split('\n').map((line) => line.split(','));
  const names = rows[0] ?? [];
  const row = rows.find(([backend, server]) => backend === 'clearframe' && server === name);
  return Number(row?.[names.indexOf('scur')]);
}

/** Until the balancer has seen that somebody answers: by then it may have asked a machine that was still starting. */
export async function untilServed(webUrl: string): Promise<void> {
  while (!(await fetch(`${webUrl}/readyz`)).ok) await sleep(100);
}

const states = (balancer: Balancer, all: Record<string, 'ready' | 'drain' | 'maint'>): Promise<string> =>
  balancer.tell(
    Object.entries(all)
      .map(([name, state]) => `set server clearframe/${name} state ${state}`)
      .join('; '),
  );

/** Sends nothing to a machine that comes later. */
export const leaveOut = (balancer: Balancer, name: string): Promise<string> => states(balancer, { [name]: 'maint' });

/**
 * From one moment to the next all requests go to another machine: the old version knows no files of the new one. What the old one answers
 * then it answers to the end, before it is asked to stop: it knows no DRAIN_SECONDS, and closes its door at once.
 */
export async function takeOver(balancer: Balancer, old: Machine, next: Machine): Promise<{ code: number | null; ms: number }> {
  await states(balancer, { [next.name]: 'ready', [old.name]: 'drain' });
  while ((await sessionsOf(balancer, old.name)) > 0) await sleep(50);
  return await old.leave();
}
