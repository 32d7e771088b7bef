import { productVersion } from '../../../packages/server/src/presence/product-version.ts';
import { countRequests } from '../../counted-requests.ts';
import { watchDatabase } from '../../million-watch.ts';
import { startLoad } from '../../steady-load.ts';
import type { Fleet } from '../fleet.ts';
import { makeNextVersion, type NextVersion } from '../next-version.ts';
import { atMost, exactly, type Figure, told } from '../report.ts';
import { ownRoot, runCommand } from '../run-command.ts';
import { type Scenario, scaled } from '../scenario.ts';
import { judge } from '../settle.ts';
import { withFleet } from '../with-fleet.ts';

/** In the order of the guide: tables are changed before, and who serves requests comes between jobs and analysis. */
const order = ['jobs', 'http', 'pictures'] as const;

type Update = { root?: string; roles: readonly (typeof order)[number][]; enter(role: string): void };

/** Every machine becomes another version, one after the other. @returns how many did not leave in order, and the longest leaving */
async function updateMachines(
  fleet: Fleet,
  { root = ownRoot, roles, enter }: Update,
): Promise<{ disorderly: number; longestMs: number }> {
  let [disorderly, longestMs] = [0, 0];
  for (const role of roles) {
    enter(role);
    for (const machine of fleet.of(role)) {
      const { code, ms } = await machine.leave();
      if (code !== 0) disorderly += 1;
      longestMs = Math.max(longestMs, ms);
      await machine.start(root);
    }
  }
  return { disorderly, longestMs };
}

const versions = `select count(*)::int as count from process where version <> $1 and seen_at > now() - interval '20 seconds'`;

type Rounds = { fleet: Fleet; rounds: number; made: NextVersion[]; seed: number; print: (line: string) => void };

async function updateInRounds({ fleet, rounds, made, seed, print }: Rounds): Promise<Figure[]> {
  const requests = countRequests(print);
  requests.enter('before');
  const readings = fleet.tokens.flatMap((token) =>
    ['/api/v1/media?limit=20', '/api/v1/usage'].map((path) => ({ path, headers: { authorization: `Bearer ${token}` } })),
  );
  const { webUrl: baseUrl, postgresUrl, env } = fleet.engines;
  const load = startLoad({ baseUrl, fetch: requests.fetch, tokens: fleet.tokens, name: `rolling-${seed}`, readings });
  const watch = await watchDatabase(postgresUrl);
  const figures = { refused: 0, disorderly: 0, longestMs: 0, migrationMs: 0, earlier: -1, later: -1 };
  const countOthers = async (version: string | undefined): Promise<number> =>
    (await fleet.pool.query<{ count: number }>(versions, [version])).rows[0]?.count ?? -1;
  const update = async (phase: string, how: Omit<Update, 'enter'>): Promise<void> => {
    const enter = (role: string) => requests.enter(`${phase} ${role} are restarted`);
    const { disorderly, longestMs } = await updateMachines(fleet, { ...how, enter });
    figures.disorderly += disorderly;
    figures.longestMs = Math.max(figures.longestMs, longestMs);
  };
  try {
    await load.uploaded(10);
    watch.since();
    for (let round = 1; round <= rounds; round += 1) {
      const next = makeNextVersion(round);
      made.push(next);
      requests.enter('tables are changed');
      const begun = performance.now();
      const { code, output } = await runCommand(env, ['migrate'], next.root);
      figures.migrationMs = Math.max(figures.migrationMs, Math.round(performance.now() - begun));
      print(`round ${round}: ${output.trim().split('\n').at(-1)}`);
      if (code !== 0) figures.refused += 1;
      await update('machines with', { root: next.root, roles: order });
    }
    requests.enter('after');
    await load.uploaded(10);
    figures.earlier = await countOthers(made.at(-1)?.version);
    await update('the way back: machines with', { roles: order.toReversed() });
    requests.enter('after the way back');
    await load.uploaded(10);
    figures.later = await countOthers(productVersion());
  } finally {
    await load.stop();
    await watch.close();
  }
  const { wait } = watch.since();
  if (wait.what !== '') print(`the longest wait for a lock: ${wait.ms} ms, ${wait.what}; behind ${wait.blockedBy}`);
  const judged = await judge(fleet, load.ids, { told: load.decided.length });
  return [
    told('rounds', rounds),
    told('uploads', load.ids.length),
    told('decisions', load.decided.length),
    exactly('migrations that were refused', figures.refused, 0),
    ...requests.figures(),
    atMost('longest wait for a lock', wait.ms, 2_000, ' ms'),
    exactly('machines that did not leave in order', figures.disorderly, 0),
    exactly('processes of an earlier version after the last round', figures.earlier, 0),
    exactly('processes of a later version after the way back', figures.later, 0),
    told('seconds that the longest leaving took', figures.longestMs / 1_000),
    told('seconds that the longest change of tables took', figures.migrationMs / 1_000),
    ...judged,
  ];
}

/**
 * A version with one migration more takes over, again and again, while people and programs go on; then all machines go back to this
 * version, which finds newer tables than its own (acceptance OPS-03).
 */
export const rolling: Scenario = async ({ size, seed, print }) => {
  const rounds = scaled(20, size);
  // As the guide says it.
  const env = { DRAIN_SECONDS: '15' };
  return await withFleet({ http: 2, jobs: 2, analysis: 2, accounts: 2, frames: 1_000_000, seed, env }, async (fleet) => {
    const made: NextVersion[] = [];
    try {
      return await updateInRounds({ fleet, rounds, made, seed, print });
    } finally {
      // Machines run from these folders until they end.
      await Promise.all(fleet.machines.map((one) => one.leave()));
      for (const one of made) one.remove();
    }
  });
};
