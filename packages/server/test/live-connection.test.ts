import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createListener } from '../src/db/listener.ts';
import { createPgLiveEvents } from '../src/live/pg-live-events.ts';
import { databaseOverLine } from './helpers/database-over-line.ts';

const over = databaseOverLine();

describe('the connection that listens', () => {
  const accountId = randomUUID();
  const event = { type: 'usage.updated' } as const;

  it('UP-05 OPS-04 is given up when nobody answers it, and says that announcements went past it', async () => {
    const listener = createListener({ url: over.line.urlOf(over.test.url), pingEveryMs: 20, pingMs: 100 });
    const live = createPgLiveEvents({ db: over.test.db, listener });
    const heard: unknown[] = [];
    const missed = Promise.withResolvers<void>();
    live.subscribe(accountId, (one) => heard.push(one), missed.resolve);
    await live.listening();
    // Neither an end nor an error comes, as when a machine on the way loses its power.
    over.line.silence();
    await live.publish([{ accountId, event }]);
    await missed.promise;
    expect(heard).toEqual([]);
    await live.publish([{ accountId, event }]);
    await expect.poll(() => heard).toEqual([event]);
    await live.close();
    await listener.close();
  });

  it('UP-05 OPS-04 is given up when its server became read-only, as a primary that was demoted', async () => {
    const name = new URL(over.test.url).pathname.slice(1);
    const listener = createListener({ url: over.test.url, pingEveryMs: 20 });
    const live = createPgLiveEvents({ db: over.test.db, listener });
    const pids = async () =>
      (
        await over.test.pool.query<{ pid: number }>(
          "select pid from pg_stat_activity where application_name = 'clearframe listen' and datname = current_database()",
        )
      ).rows.map(({ pid }) => pid);
    await over.test.pool.query(`alter database ${name} set default_transaction_read_only = on`);
    const missed = Promise.withResolvers<void>();
    live.subscribe(accountId, () => undefined, missed.resolve);
    await live.listening();
    const before = await pids();
    await over.test.pool.query(`alter database ${name} reset default_transaction_read_only`);
    await missed.promise;
    expect(await pids()).not.toEqual(before);
    await live.close();
    await listener.close();
  });

  it('OPS-04 hears for all processes of a machine over one connection, whenever each of them begins', async () => {
    const listener = createListener({ url: over.test.url, name: 'clearframe machine' });
    const say = (payload: string) => over.test.pool.query('select pg_notify($1, $2)', ['machine', payload]);
    const seen: string[] = [];
    const hear = async (name: string) => {
      const isListening = Promise.withResolvers<void>();
      const onPayload = (payload: string) => seen.push(`${name} ${payload}`);
      const end = listener.hear('machine', { onPayload, onListening: () => isListening.resolve() });
      await isListening.promise;
      return end;
    };
    const endFirst = await hear('first');
    await say('1');
    await expect.poll(() => seen).toEqual(['first 1']);
    const endSecond = await hear('second');
    await say('2');
    await expect.poll(() => seen.slice(1)).toEqual(['first 2', 'second 2']);
    endFirst();
    await say('3');
    await expect.poll(() => seen.slice(3)).toEqual(['second 3']);
    // The last one ends, and another comes at once.
    endSecond();
    await hear('third');
    await say('4');
    await expect.poll(() => seen.slice(4)).toEqual(['third 4']);
    const { rows } = await over.test.pool.query(
      "select count(*)::int as n from pg_stat_activity where application_name = 'clearframe machine' and datname = current_database()",
    );
    expect(rows).toEqual([{ n: 1 }]);
    await listener.close();
  });
});
