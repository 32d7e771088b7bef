import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AuditEntry, auditBeginning, canonicalJson } from '@clearframe/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chainAllEntries, chainEntries } from '../src/audit/chain-entries.ts';
import { auditPages } from '../src/audit/read-audit.ts';
import { account, auditEntry, auditWaiting } from '../src/db/schema.ts';
import { makeExport } from '../src/exports/make-export.ts';
import { placeLegalHold } from '../src/moderation/item/legal-hold.ts';
import { recordAudit } from '../src/security/record-audit.ts';
import { type Built, build } from './helpers/build.ts';
import { joinAccount, send, writeItem } from './helpers/review-team.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

const signal = new AbortController().signal;

describe('the audit log', () => {
  let built: Built;
  let other: Built;
  let ada: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    const { database, dataDir } = built;
    other = await build({ config: { databaseUrl: database.url, directUrl: database.url, dataDir } });
  });
  afterAll(async () => {
    await other.close();
    await built.close();
  });
  beforeEach(async () => {
    ada = await createUploader(built);
  });

  const get = (path: string, who: Pick<Uploader, 'headers'> = ada) =>
    built.app.inject({ url: `/api/audit${path}`, headers: who.headers });
  const list = async (query = '') => {
    const answer = await get(query);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<{ data: { entries: AuditEntry[]; pagination: { total: number } } }>().data;
  };
  const whole = async () => {
    const entries: AuditEntry[] = [];
    for await (const page of auditPages(built.context, ada.accountId)) entries.push(...page);
    return entries;
  };
  const act = (index: number, { context } = built) =>
    context.db.transaction((tx) =>
      recordAudit(tx, {
        accountId: ada.accountId,
        by: { userId: ada.userId },
        action: 'doors.changed',
        detail: { index },
        at: context.clock.now(),
      }),
    );

  /** Without our code but the canonical form, which has tests of its own. */
  function requireChain(entries: readonly AuditEntry[]): void {
    let before = auditBeginning;
    entries.forEach(({ hash, ...entry }, index) => {
      expect(entry).toMatchObject({ seq: index + 1, prev_hash: before });
      before = createHash('sha256')
        .update(`${before}\n${canonicalJson(entry)}`)
        .digest('hex');
      expect(hash).toBe(before);
    });
  }

  it('TRUST-B8 records who decided, undid, and changed limits, reasons, authors, doors and holds, in one chain', async () => {
    const { accountId } = ada;
    const id = await writeItem(built, accountId);
    const failed = await send(built, ada, `/media/${id}/fail`, { hold_ms: 5_000, note: 'a typed note' });
    const { decision_id } = failed.json<{ data: { decision_id: string } }>().data;
    expect((await send(built, ada, `/media/${id}/undo`, { decision_id })).statusCode).toBe(200);
    const headers = { authorization: `Bearer ${ada.token}` };
    await built.app.inject({ method: 'POST', url: `/api/v1/media/${id}/pass`, headers });
    await send(built, ada, '/keyword-settings', { required_keywords: [], forbidden_keywords: ['a typed word'] });
    const label = { key: 'typed', name: 'a typed name', text: 'a typed text', ground: 'terms', terms_reference: 'a typed rule' };
    expect((await send(built, ada, '/labels', label)).statusCode).toBe(200);
    expect((await send(built, ada, '/doors/settings', { keep: 'all' })).statusCode).toBe(200);
    await placeLegalHold(built.context, { mediaId: id, reason: 'a typed reason' });
    const entries = await whole();
    requireChain(entries);
    const person = { type: 'person', id: ada.userId };
    const media = { type: 'media', id };
    expect(entries.slice(-7)).toMatchObject([
      { action: 'media.failed', actor: person, subject: media, detail: { decision: decision_id, from: false } },
      { action: 'decision.undone', actor: person, subject: media, detail: { decision: decision_id } },
      { action: 'media.passed', actor: { type: 'token', id: expect.stringMatching(/^[0-9a-f-]{36}$/) }, subject: media },
      { action: 'policy.changed', actor: person, subject: { type: 'policy', id: '1' } },
      { action: 'label.created', actor: person, subject: { type: 'label' } },
      { action: 'doors.changed', actor: person, detail: { change: 'keep all' } },
      { action: 'media.held', actor: { type: 'operator', id: null, name: null }, subject: media, detail: {} },
    ]);
    expect(entries.find(({ actor }) => actor.id === ada.userId)?.actor.name).not.toBeNull();
    expect(JSON.stringify(entries)).not.toContain('typed');
  });

  it('TRUST-B8 names an author by a keyed hash alone, and keeps the reason to itself', async () => {
    await built.context.db.execute(sql`insert into author (account_id, external_id) values (${ada.accountId}, 'secret-author')`);
    const blocked = await send(built, ada, '/authors/secret-author/action', { action: 'block', reason: 'typed' });
    expect(blocked.statusCode, blocked.body).toBe(200);
    const [entry] = (await list('?action=author.blocked')).entries;
    expect(entry).toMatchObject({ subject: { type: 'author', id: expect.stringMatching(/^[\w-]{43}$/) } });
    expect(JSON.stringify(entry)).not.toMatch(/secret-author|typed/);
  });

  it('TRUST-B8 filters by action and time, newest first, page by page', async () => {
    for (const index of [1, 2, 3]) await act(index);
    const middle = new Date(built.clock.now().getTime() + 1_000);
    built.clock.advance(2_000);
    await act(4);
    expect((await list('?action=doors.changed')).entries.map(({ detail }) => detail.index)).toEqual([4, 3, 2, 1]);
    expect((await list(`?action=doors.changed&from=${middle.toISOString()}`)).pagination.total).toBe(1);
    expect((await list(`?action=doors.changed&to=${middle.toISOString()}`)).pagination.total).toBe(3);
    const second = await list('?action=doors.changed&limit=3&page=2');
    expect(second.entries.map(({ detail }) => detail.index)).toEqual([1]);
    expect((await get('?limit=101')).statusCode).toBe(400);
  });

  it('TRUST-B8 shows the log to the owner alone, and no entry of another account', async () => {
    await act(1);
    for (const role of ['moderator', 'viewer'] as const) {
      const member = await joinAccount(built, ada.accountId, role);
      expect((await get('', member)).statusCode).toBe(403);
      expect((await get('/head', member)).statusCode).toBe(403);
      expect((await send(built, member, '/audit/export')).statusCode).toBe(403);
    }
    const stranger = await createUploader(built);
    const seen = await get('?action=doors.changed', stranger);
    expect(seen.json<{ data: { entries: unknown[] } }>().data.entries).toEqual([]);
  });

  it('TRUST-B8 concurrent acts and chains of two processes leave no gap and no fork', async () => {
    // As many at once as the connections of two processes serve, so that a busy machine refuses none.
    const lanes = Array.from({ length: 8 }, async (_, lane) => {
      const one = lane % 2 === 0 ? built : other;
      for (let index = lane; index < 200; index += 8) {
        await act(index, one);
        if (index % 3 === 0) await chainEntries(one.context, ada.accountId);
        if (index % 50 === 0) await chainAllEntries(one.context, signal);
      }
    });
    await Promise.all(lanes);
    const entries = await whole();
    requireChain(entries);
    const done = entries.filter(({ action }) => action === 'doors.changed').map(({ detail }) => Number(detail.index));
    expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index));
    const head = (await get('/head')).json<{ data: { head: { seq: number; hash: string } } }>().data.head;
    expect(head).toEqual({ seq: entries.length, hash: entries.at(-1)?.hash });
  });

  it('TRUST-B8 a transaction that is cut off leaves nothing, and a chain that is cut off loses nothing', async () => {
    const before = (await whole()).length;
    const { db } = built.context;
    const cut = db.transaction(async (tx) => {
      await recordAudit(tx, { accountId: ada.accountId, by: 'rule', action: 'doors.changed', at: built.clock.now() });
      throw new Error('killed');
    });
    await expect(cut).rejects.toThrow('killed');
    expect(await whole()).toHaveLength(before);
    for (let index = 0; index < 3; index += 1) await act(index);
    const chained = db.transaction(async (tx) => {
      await chainEntries({ db: tx }, ada.accountId);
      throw new Error('killed');
    });
    await expect(chained).rejects.toThrow('killed');
    expect(await db.$count(auditWaiting, eq(auditWaiting.accountId, ada.accountId))).toBe(3);
    expect(await whole()).toHaveLength(before + 3);
    requireChain(await whole());
  });

  it('TRUST-B8 no statement changes or removes an entry, and it goes with its account', async () => {
    await act(1);
    await whole();
    const { db } = built.context;
    const own = eq(auditEntry.accountId, ada.accountId);
    await expect(db.update(auditEntry).set({ action: 'token.created' }).where(own)).rejects.toThrow();
    await expect(db.delete(auditEntry).where(own)).rejects.toThrow();
    expect((await whole()).length).toBeGreaterThan(0);
    await db.update(account).set({ deletedAt: built.clock.now() }).where(eq(account.id, ada.accountId));
    await db.delete(auditEntry).where(own);
    expect(await db.$count(auditEntry, own)).toBe(0);
  });

  it('TRUST-B8 exports the log as JSON Lines, which the script of the page verifies without our code', async () => {
    for (let index = 0; index < 30; index += 1) await act(index);
    const asked = await send(built, ada, '/audit/export');
    expect(asked.statusCode, asked.body).toBe(202);
    const { id, kind } = asked.json<{ data: { export: { id: string; kind: string } } }>().data.export;
    expect(kind).toBe('audit');
    await makeExport(built.context, id, signal);
    const url = `/api/users/me/exports/${id}/download`;
    const link = (await built.app.inject({ url, headers: ada.headers })).json<{ data: { url: string } }>().data.url;
    const fetched = await built.app.inject({ url: link.replace(built.context.config.publicUrl, '') });
    expect(fetched.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/jsonl/),
      'content-disposition': expect.stringMatching(/clearframe-audit-.*\.jsonl/),
    });
    const entries = fetched.body
      .trimEnd()
      .split('\n')
      .map((line): AuditEntry => JSON.parse(line));
    requireChain(entries);
    expect(entries.at(-1)).toMatchObject({ action: 'export.requested', detail: { kind: 'audit' }, subject: { id } });

    const script = fileURLToPath(new URL('../../web/programs/verify-audit-log.mjs', import.meta.url));
    const folder = await mkdtemp(join(tmpdir(), 'audit-'));
    try {
      const verify = async (text: string, head?: string) => {
        await writeFile(join(folder, 'log.jsonl'), text);
        const words = [script, join(folder, 'log.jsonl'), ...(head ? [head] : [])];
        return new Promise<string>((resolve) => {
          execFile(process.execPath, words, (error, out, err) => resolve(`${error?.code ?? 0} ${out}${err}`));
        });
      };
      expect(await verify(fetched.body, entries.at(-1)?.hash)).toMatch(/^0 \d+ entries/);
      expect(await verify(fetched.body.replace('"index":7}', '"index":8}'))).toMatch(/^1 Entry \d+ is broken/);
      expect(await verify(fetched.body, 'f'.repeat(64))).toMatch(/^1 /);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
