import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { poolMax } from '../db/pool-max.ts';
import { assignRoles } from './assign-roles.ts';

export type KeptDatabase = {
  url: string;
  /** Whether it is ours alone: no other machine can have a job running in it. */
  exclusive: boolean;
  stop(): Promise<void>;
};

/** What all processes have at most, twice, because one that dies leaves its connections for a moment; and some for people. */
function connectionsFor(config: Config): number {
  const { server, analysing } = assignRoles(config);
  const processes = server === null ? analysing : [server, ...analysing];
  return 30 + 2 * processes.reduce((sum, { roles }) => sum + poolMax(config.poolMax, roles), 0);
}

/** Lines of PostgreSQL's log that a person should see; the rest is its ordinary course. */
const noteworthy = /\b(PANIC|FATAL|ERROR):/;
/** Sessions that end with their killed process, or while we stop. */
const ordinary = /terminating connection|the database system is (shutting down|starting up)|canceling statement/;

/**
 * The database of DATABASE_URL, or the embedded one, started again when it ends although nobody stopped it.
 * @param onRestart what was under way over the old connections is lost
 */
export async function keepDatabase(config: Config, print: (line: string) => void, onRestart = () => {}): Promise<KeptDatabase> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, exclusive: false, stop: async () => undefined };
  const start = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({
      dataDir: config.dataDir,
      maxConnections: connectionsFor(config),
      onLog: (line) => {
        if (noteworthy.test(line) && !ordinary.test(line)) print(`PostgreSQL: ${line}`);
      },
    });
  let server = await start();
  let stopped = false;
  const keep = async (): Promise<void> => {
    for (let failures = 0; ; ) {
      await server.ended;
      if (stopped) return;
      print('The database ended. Restarting it.');
      try {
        server = await start();
        failures = 0;
        onRestart();
        // Asked to stop meanwhile: the one that `stop` ended was the one before.
        if (stopped) await server.stop();
      } catch (error) {
        failures += 1;
        print(`The database does not start: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(Math.min(10_000, 500 * 2 ** failures));
      }
    }
  };
  const kept = keep();
  return {
    url: server.url,
    exclusive: true,
    async stop() {
      stopped = true;
      await server.stop();
      await kept;
    },
  };
}
