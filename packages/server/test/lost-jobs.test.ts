import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { delivery, media } from '../src/db/schema.ts';
import { sweep } from '../src/jobs/sweep.ts';
import { jobIdOf } from '../src/queue/index.ts';
import { type Built, build } from './helpers/build.ts';
import { createUploader, file, picture, quickExaminer, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

let built: Built;
let person: Uploader;
beforeEach(async () => {
  built = await build({ config: { throughputScale: 1_000 } });
  person = await createUploader(built, 1_000);
});
afterEach(async () => {
  await built.close();
});

const never = new AbortController().signal;
const signs = { id: 'x', attempt: 1, isLast: true, alive: () => {}, stopping: never };
const runSweep = (signal = never) => sweep.run(built.context, {}, { ...signs, signal });
const post = (url: string, payload?: object) =>
  built.app.inject({ method: 'POST', url: `/api${url}`, headers: person.headers, ...(payload ? { payload } : {}) });
const upload = async (query = '') =>
  resultOf(await person.apiUpload({ media: file(picture('formats/pears.png')) }, { query })).media_upload.id;
const deliveries = () => built.context.db.select().from(delivery).orderBy(asc(delivery.createdAt), delivery.id);

/** A verdict that a hook waited to be told of, which was deleted meanwhile by a hand in the database. */
async function makeOrphan(): Promise<void> {
  await post('/webhooks', { webhookUrl: 'https://hooks.example/in' });
  await runQueuedModeration(built, quickExaminer);
  await upload();
  await built.database.pool.query('delete from webhook');
}

describe('the sweep', () => {
  it('OPS-04 finds an upload whose job is gone behind hundreds that wait their turn', async () => {
    const first = await upload('?wait=0');
    const waiting = Array.from({ length: 600 }, () => crypto.randomUUID());
    const lost = crypto.randomUUID();
    const copies = [...waiting, lost];
    await built.database.pool.query(
      `insert into media select (jsonb_populate_record(null::media, to_jsonb(m) || jsonb_build_object(
         'id', one.id, 'created_at', m.created_at + one.n * interval '1 ms'))).*
       from media m, unnest($2::uuid[]) with ordinality as one(id, n) where m.id = $1`,
      [first, copies],
    );
    await built.database.pool.query(
      `insert into pgboss.job (id, name, data, policy) select unnest($1::uuid[]), 'moderate-media', '{}', 'standard'`,
      [waiting.map((id) => jobIdOf('moderate-media', `${id}/1`))],
    );
    built.clock.advance(20 * 60_000);
    await runSweep();
    const failed = await built.context.db.select({ id: media.id }).from(media).where(eq(media.state, 'failed'));
    expect(failed).toEqual([{ id: lost }]);
  });

  it('OPS-04 goes on in the next run where a list was too long for one', async () => {
    const id = await upload('?wait=0');
    await built.database.pool.query('delete from pgboss.job');
    built.clock.advance(20 * 60_000);
    // As a run left it that saw everything up to this row.
    await built.database.pool.query(
      "insert into sweep_position (step, at, id) select 'stuck uploads', created_at, id from media where id = $1",
      [id],
    );
    const states = async () => (await built.context.db.select().from(media)).map(({ state }) => state);
    await runSweep();
    expect(await states()).toEqual(['queued']);
    await runSweep();
    expect(await states()).toEqual(['failed']);
  });

  it('HOOK-04 cancels what nobody can be told of any more, and begins nothing once its run was ended', async () => {
    await makeOrphan();
    await expect(runSweep(AbortSignal.abort(new Error('ended')))).rejects.toThrow('ended');
    expect((await deliveries()).map(({ state }) => state)).toEqual(['waiting']);
    await runSweep();
    expect((await deliveries()).map(({ state }) => state)).toEqual(['cancelled']);
  });

  it('OPS-04 is not begun beside one that takes longer than a minute', async () => {
    const { queue } = built.context;
    expect(await queue.add('sweep', {})).not.toBeNull();
    expect(await queue.add('sweep', {})).toBeNull();
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    await queue.work('sweep', {}, async () => {
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    expect(await queue.add('sweep', {})).toBeNull();
    const { rows } = await built.database.pool.query(
      "select expire_seconds, heartbeat_seconds from pgboss.job where name = 'sweep'",
    );
    // A run that overlaps the next minute keeps its claim, and one whose process died loses it within seconds.
    expect(rows).toEqual([{ expire_seconds: 600, heartbeat_seconds: 15 }]);
    end.resolve();
  });
});
