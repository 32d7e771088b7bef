import { analysisRole, type Fleet, type FleetOptions, openFleet } from './fleet.ts';
import type { Figure } from './report.ts';
import type { Outcome } from './scenario.ts';

/** What the figures were measured on. */
function describe({ machines, network, engines }: Fleet): string {
  const counts = Map.groupBy(machines, ({ role }) => role);
  const list = [...counts].map(([role, all]) => `${all.length} ${role === analysisRole ? 'analysis' : role}`).join(', ');
  const spaces = network.hasCables
    ? 'each in a network namespace'
    : 'all on the loopback: network namespaces cannot be made here';
  const database = engines.pair ? 'PostgreSQL with a standby by Patroni' : 'PostgreSQL';
  return `${list}; ${spaces}; ${database} behind PgBouncer, Ceph RGW, haproxy`;
}

/** Opens a fleet, has work done on it, and ends it, whatever happens. */
export async function withFleet(options: FleetOptions, work: (fleet: Fleet) => Promise<Figure[]>): Promise<Outcome> {
  const fleet = await openFleet(options);
  if ('notRun' in fleet) return fleet;
  try {
    const figures = await work(fleet);
    return { setup: describe(fleet), figures };
  } catch (error) {
    for (const { name, output } of fleet.machines) console.error(`── ${name} ──\n${output().slice(-3_000)}`);
    throw error;
  } finally {
    await fleet.close();
  }
}
