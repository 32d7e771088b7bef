import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appeal, decision, media, reportedStatement, statement } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { send, writeItem } from './helpers/review-team.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

const hourMs = 3_600_000;

describe('the clock of trust, on one’s own machine', () => {
  let built: Built;
  let ada: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    ada = await createUploader(built);
  });
  afterAll(() => built.close());

  const advance = async (hours: number) => {
    const headers = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin' };
    const payload = { advance_ms: hours * hourMs, of: 'trust' };
    const answer = await built.app.inject({ method: 'POST', url: '/dev/clock', headers, payload });
    return answer.json<{ data: Record<string, number> }>().data;
  };

  it('TRUST-B5 TRUST-B6 moves decisions, statements, appeals and sends back, and writes the statement that is due', async () => {
    const { db } = built.context;
    const mediaId = await writeItem(built, ada.accountId, { moderationFlagged: true });
    await send(built, ada, `/media/${mediaId}/fail`, { hold_ms: 5_000 });
    expect(await advance(1)).toMatchObject({ statements: 1, reminders: 0 });
    const [stated] = await db.select().from(statement).where(eq(statement.mediaId, mediaId));
    if (!stated) throw new Error('No statement was written');
    const now = built.clock.now();
    const of = { accountId: ada.accountId, statementId: stated.id };
    await db.insert(appeal).values({ ...of, text: 'It is a cat.', receivedAt: now });
    await db.insert(reportedStatement).values({ ...of, state: 'sent', at: now });
    const rows = async () => ({
      statements: await db.select().from(statement).where(eq(statement.id, stated.id)),
      appeals: await db.select().from(appeal).where(eq(appeal.statementId, stated.id)),
      sends: await db.select().from(reportedStatement).where(eq(reportedStatement.statementId, stated.id)),
      decisions: await db.select().from(decision).where(eq(decision.mediaId, mediaId)),
    });
    const before = await rows();
    await advance(10);
    const after = await rows();
    const moved = (one: Date | undefined, other: Date | undefined) => (one?.getTime() ?? 0) - (other?.getTime() ?? 0);
    expect([
      moved(before.statements[0]?.createdAt, after.statements[0]?.createdAt),
      moved(before.statements[0]?.appealUntil, after.statements[0]?.appealUntil),
      moved(before.appeals[0]?.receivedAt, after.appeals[0]?.receivedAt),
      moved(before.sends[0]?.at, after.sends[0]?.at),
      moved(before.decisions[0]?.at, after.decisions[0]?.at),
    ]).toEqual(Array(5).fill(10 * hourMs));
    // The item itself stays where it is: its day is counted in other tables.
    expect(moved((await db.select().from(media).where(eq(media.id, mediaId)))[0]?.createdAt, now)).toBe(0);
  });

  it('TRUST-B5 closes the appeal of a statement whose months are over', async () => {
    const mediaId = await writeItem(built, ada.accountId, { moderationFlagged: true });
    await send(built, ada, `/media/${mediaId}/fail`, {});
    await advance(1);
    await advance(190 * 24);
    const { statements } = (await ada.get(`/api/statements?media_id=${mediaId}`)).json<{
      data: { statements: { url: string }[] };
    }>().data;
    const token = statements[0]?.url.split('/').at(-1);
    const payload = { text: 'It is a cat.' };
    const answer = await built.app.inject({ method: 'POST', url: `/api/public/statements/${token}/appeal`, payload });
    expect(answer.json()).toMatchObject({ code: 'appeal_closed' });
  });
});
