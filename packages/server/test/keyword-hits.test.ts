import { randomUUID } from 'node:crypto';
import { categoryNames, type KeywordHits, limits, partially } from '@clearframe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysis, media } from '../src/db/schema.ts';
import { checkKeywords } from '../src/moderation/judge/check-keywords.ts';
import { reachVerdict } from '../src/moderation/judge/reach-verdict.ts';
import { countHitsTask } from '../src/moderation/what-if/count-hits.ts';
import { countKeywordHits } from '../src/moderation/what-if/keyword-hits.ts';
import { ThreadOverdue } from '../src/threads/threads.ts';
import { type Built, build } from './helpers/build.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

let built: Built;
beforeAll(async () => {
  built = await build({ config: { throughputScale: 1 } });
});
afterAll(() => built.close());

type Texts = { caption?: string; title?: string; tags?: string[]; seen?: string; read?: string };

/** Stores analysed items with these texts, the first the oldest. */
async function addItems({ accountId }: Uploader, items: readonly Texts[], attempts = 1): Promise<void> {
  const coverage = Object.fromEntries(categoryNames.map((name) => [name, 'not_assessed'])) as Record<
    (typeof categoryNames)[number],
    'not_assessed'
  >;
  const made = items.map((texts, n) => ({ ...texts, id: randomUUID(), createdAt: new Date(1_750_000_000_000 + n * 1_000) }));
  await built.context.db.insert(media).values(
    made.map(({ id, createdAt, caption, title, tags }) => ({
      id,
      createdAt,
      accountId,
      caption: caption ?? null,
      title: title ?? null,
      tags: tags ?? [],
      source: 'api' as const,
      filename: `${id}.png`,
      originalFilename: 'secret-name.png',
      kind: 'png',
      mimeType: 'image/png',
      fileSizeBytes: 1,
      objectKey: `x/${id}/original`,
      state: 'done' as const,
    })),
  );
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const rows = made.map(({ id, seen, read }) => {
      const result = {
        kind: 'png' as const,
        width: 1,
        height: 1,
        frames_analysed: 1,
        processing_time_ms: 1,
        analysis_version: 'x',
        scores: {},
        coverage,
        description: attempt === attempts ? (seen ?? '') : 'an older look',
        text: read ?? '',
      };
      const check = checkKeywords('', { required: [], forbidden: [], leetspeak: false });
      return { mediaId: id, attempt, analysis: result, moderation: reachVerdict(result, check) };
    });
    await built.context.db.insert(analysis).values(rows);
  }
}

async function hits(person: Uploader, forbidden: unknown, required: unknown = []) {
  const answer = await built.app.inject({
    method: 'POST',
    url: '/api/keyword-settings/hits',
    headers: person.headers,
    payload: { forbidden_keywords: forbidden, required_keywords: required },
  });
  return { code: answer.statusCode, data: answer.json<{ data: KeywordHits }>().data };
}

describe('hits of keywords', () => {
  it('KEY-04 counts items by every text that the verdict looks at, and by nothing else', async () => {
    const person = await createUploader(built);
    await addItems(person, [
      { caption: 'Wine and WINE again' },
      { title: 'winery', tags: ['casino night'] },
      { seen: 'A bottle of ｗｉｎｅ' },
      { read: 'CASINO' },
      {},
    ]);
    const { data } = await hits(person, ['wine', 'casino', 'secret-name'], ['bottle', ' ', 'Wine', 'wine']);
    expect(data).toEqual({ items_checked: 5, is_complete: true, forbidden: [3, 2, 0], required: [1, 0, 3, 0] });
  });

  it('KEY-04 looks at the newest analysis of the newest 500 items', async () => {
    const person = await createUploader(built);
    const items = Array.from({ length: limits.keywordHitsItems }, (_, n) => ({
      caption: n < 100 ? 'early' : 'late',
      seen: 'a pear',
    }));
    await addItems(person, [{ caption: 'too old' }, ...items], 2);
    const { data } = await hits(person, ['old', 'early', 'late', 'pear', 'older look']);
    expect(data).toEqual({ items_checked: 500, is_complete: true, required: [], forbidden: [0, 100, 400, 500, 0] });
  });

  it('SEC-03 counts in the own account alone', async () => {
    const [one, other] = [await createUploader(built), await createUploader(built)];
    await addItems(one, [{ caption: 'wine' }]);
    expect((await hits(other, ['wine'])).data).toEqual({ items_checked: 0, is_complete: true, required: [], forbidden: [0] });
  });

  it('SEC-06 ends when its time is up and says so', async () => {
    const person = await createUploader(built);
    await addItems(
      person,
      Array.from({ length: 120 }, () => ({ caption: 'wine' })),
    );
    let asked = 0;
    const counted = await countKeywordHits(
      built.context,
      person.accountId,
      { forbidden_keywords: ['wine'], required_keywords: [] },
      // Asked at the beginning, and before each fifty items once they are read.
      () => {
        asked += 1;
        return asked > 2 ? 60_000 : 0;
      },
    );
    expect(counted).toEqual({ items_checked: 50, is_complete: false, required: [], forbidden: [50] });
  });

  it('SEC-06 counts no item that there was no time to look through', () => {
    const rules = { forbidden: partially(['wine']), required: [], leetspeak: false };
    let looks = 0;
    const isOver = () => {
      looks += 1;
      return looks > 2;
    };
    const { checked, forbidden } = countHitsTask.run({ rules, texts: ['wine', 'wine', 'wine'] }, isOver);
    expect({ checked, forbidden }).toEqual({ checked: 2, forbidden: [['wine', 2]] });
  });

  it('SEC-06 says so when no thread was free in time', async () => {
    const person = await createUploader(built);
    await addItems(person, [{ caption: 'wine' }]);
    const threads = { ...built.context.threads, run: () => Promise.reject(new ThreadOverdue('busy')) };
    const input = { forbidden_keywords: ['wine'], required_keywords: [] };
    const counted = await countKeywordHits({ ...built.context, threads }, person.accountId, input);
    expect(counted).toEqual({ items_checked: 0, is_complete: false, required: [], forbidden: [0] });
  });

  it('SEC-06 SEC-09 refuses lists beyond the limits, and too many countings', async () => {
    const person = await createUploader(built);
    expect(
      (
        await hits(
          person,
          Array.from({ length: limits.keywordsMax + 1 }, () => 'x'),
        )
      ).code,
    ).toBe(400);
    const codes = await Promise.all(Array.from({ length: 31 }, async () => (await hits(person, ['x'])).code));
    expect(codes.filter((code) => code === 429)).toHaveLength(1);
  });
});
