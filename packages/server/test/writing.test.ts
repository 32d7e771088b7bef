import { randomBytes } from 'node:crypto';
import type { PolicyDocument } from '@clearframe/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { itemOf, joinAccount, send } from './helpers/review-team.ts';
import { createUploader, file, moderateNow, pngHeader, resultOf, type Uploader, writtenExaminer } from './helpers/uploads.ts';

let built: Built;
beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000 } });
});
afterAll(() => built.close());

const poster = writtenExaminer('GRAND CASINO');
const png = () => file(Buffer.concat([pngHeader, randomBytes(8)]));
const lists = (who: Uploader, forbidden: string[], required: string[] = []) =>
  send(built, who, '/keyword-settings', { forbidden_keywords: forbidden, required_keywords: required });
const choose = (who: Pick<Uploader, 'headers'>, read_writing: string) => send(built, who, '/policy/writing', { read_writing });
const policyOf = async (who: Uploader) => (await who.get('/api/policy')).json<{ data: { policy: PolicyDocument } }>().data.policy;

async function queued(who: Uploader): Promise<string> {
  return resultOf(await who.apiUpload({ media: png() }, { query: '?wait=0' })).media_upload.id;
}
async function judged(who: Uploader, examiner = poster) {
  const id = await queued(who);
  await moderateNow(built.context, examiner, { mediaId: id, attempt: 1 });
  return await itemOf(built, who, id);
}

/** A person whose account reads writing when something needs it. */
async function frugal(): Promise<Uploader> {
  const who = await createUploader(built);
  expect((await choose(who, 'when_needed')).statusCode).toBe(200);
  return who;
}

describe('the choice when writing is read', () => {
  it('is a version of the policy, which names the change and can be gone back on', async () => {
    const who = await frugal();
    expect((await choose(who, 'always')).json()).toMatchObject({ message: 'Your choice is saved' });
    const { name, content } = await policyOf(who);
    expect(content.read_writing).toBe('always');
    const history = (await who.get('/api/policy/versions')).json();
    expect(history.data.versions[0].changes).toEqual(['Writing is read always']);
    await lists(who, ['boot']);
    expect((await policyOf(who)).content).toMatchObject({ read_writing: 'always', keywords: { forbidden: [{ text: 'boot' }] } });
    await choose(who, 'when_needed');
    await send(built, who, `/policy/versions/${name}/restore`);
    expect((await policyOf(who)).content.read_writing).toBe('always');
  });

  it('is always for an account from before, and a version that lacks it reads as the account began', async () => {
    const who = await createUploader(built);
    await built.context.db.update(account).set({ readWriting: 'always' }).where(eq(account.id, who.accountId));
    expect((await policyOf(who)).content.read_writing).toBe('always');
    expect((await judged(who)).moderation?.ai_analysis).toMatchObject({ writing: 'read', text: 'GRAND CASINO' });
    await lists(who, ['boot']);
    await built.context.db.execute(
      sql`update policy set content = content - 'read_writing' where account_id = ${who.accountId}::uuid`,
    );
    expect((await policyOf(who)).content.read_writing).toBe('always');
    expect((await who.get('/api/policy/versions')).json().data.versions[0].changes).toEqual(['Forbidden keywords added: “boot”']);
    await send(built, who, '/policy/versions/account-1/restore');
    expect((await policyOf(who)).content.read_writing).toBe('always');
  });

  it('is for people who may change limits', async () => {
    const who = await createUploader(built);
    const viewer = await joinAccount(built, who.accountId, 'viewer');
    expect((await choose(viewer, 'always')).statusCode).toBe(403);
    expect((await choose(who, 'sometimes')).statusCode).toBe(400);
  });
});

describe('writing that nothing judges', () => {
  it('is not read, and the result says so', async () => {
    const { moderation } = await judged(await frugal());
    expect(moderation).toMatchObject({ passed: true, ai_analysis: { writing: 'not_read', text: '' } });
  });

  it('is read for a forbidden list and for a required one', async () => {
    const who = await frugal();
    await lists(who, ['casino']);
    expect((await judged(who)).moderation).toMatchObject({ passed: false, ai_analysis: { writing: 'read' } });
    await lists(who, [], ['casino']);
    expect((await judged(who)).moderation).toMatchObject({ passed: true, ai_analysis: { writing: 'read' } });
    await lists(who, []);
    expect((await judged(who)).moderation?.ai_analysis.writing).toBe('not_read');
  });

  it('never passes a list: a look that was to read and did not is a failure', async () => {
    const who = await frugal();
    await lists(who, [], ['sale']);
    const id = await queued(who);
    const careless: typeof poster = { examine: (bytes) => poster.examine(bytes, { readWriting: false }) };
    await expect(moderateNow(built.context, careless, { mediaId: id, attempt: 1 })).rejects.toThrow('was not read');
    expect(await itemOf(built, who, id)).toMatchObject({ processing: true, moderation: null });
  });

  it('is read for an analyser that judges text', async () => {
    const who = await frugal();
    const id = await queued(who);
    const judge = { name: 'judge', place: 'remote', judgesText: true } as const;
    const analysers = { ...built.context.analysers, members: [judge], consult: async <T>(analysis: T) => analysis };
    await moderateNow({ ...built.context, analysers }, poster, { mediaId: id, attempt: 1 });
    expect((await itemOf(built, who, id)).moderation?.ai_analysis.writing).toBe('read');
  });
});
