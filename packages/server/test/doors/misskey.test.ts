import { deflateSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownPicture, media, usagePeriod } from '../../src/db/schema.ts';
import { bmpToPng } from '../../src/doors/misskey/bmp-to-png.ts';
import { sidesOf } from '../../src/doors/misskey/sides-of.ts';
import { failModeration } from '../../src/moderation/analyse/fail-moderation.ts';
import { saveDoorSettings } from '../../src/moderation/check/door-settings.ts';
import { type Built, build } from '../helpers/build.ts';
import { createUploader, picture, quickExaminer, runQueuedModeration, type Uploader } from '../helpers/uploads.ts';

let built: Built;
let owner: Uploader;
let isDown = false;
/** false = as where other analysers alone look. */
let hasClasses = true;
/** Pictures that came to the decoder. */
let examined = 0;
const address = '/api/misskey/v1/detect-images';
const classes = { drawing: 0.1, hentai: 0.2, neutral: 0.3, porn: 0.15, sexy: 0.25 };

beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000, rateLimitScale: 1_000 } });
  owner = await createUploader(built);
  await runQueuedModeration(built, {
    async examine(bytes) {
      if (isDown) throw new Error('the analyser is down');
      examined += 1;
      const seen = await quickExaminer.examine(bytes);
      return hasClasses ? { ...seen, analysis: { ...seen.analysis, classes } } : seen;
    },
  });
});
afterAll(() => built.close());

const pears = picture('formats/pears.png');
const damaged = Buffer.concat([pears, Buffer.from('broken')]);
type Sent = { bytes: Buffer; type?: string } | { text: string };

/** As their docs/api-detect-images.md has it: Node's FormData, a part for each image. */
async function detect(sent: readonly Sent[], { token = owner.token, headers = {} }: { token?: string; headers?: object } = {}) {
  const form = new FormData();
  for (const [index, one] of sent.entries()) {
    if ('text' in one) form.append('note', one.text);
    else form.append('images', new Blob([new Uint8Array(one.bytes)], { type: one.type ?? 'image/png' }), `${index}.png`);
  }
  const encoded = new Response(form);
  return await built.app.inject({
    method: 'POST',
    url: address,
    headers: { authorization: `Bearer ${token}`, 'content-type': encoded.headers.get('content-type') ?? '', ...headers },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
}
const frames = async (on = owner) => {
  const [period] = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, on.accountId));
  return { used: period?.used ?? 0, reserved: period?.reserved };
};
const failed = (code: string) => ({ success: false, error: { code, message: expect.stringMatching(/\w/) } });

/** 24 bits, bottom row first, rows padded to four bytes: two pixels wide and one high. */
function bmp(): Buffer {
  const head = Buffer.alloc(54);
  head.write('BM', 'latin1');
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(2, 18);
  head.writeInt32LE(1, 22);
  head.writeUInt16LE(24, 28);
  return Buffer.concat([head, Buffer.from([0, 0, 255, 255, 0, 0, 0, 0])]);
}

describe('the door that speaks Misskey', () => {
  it('DOOR-A2 answers the raw numbers of the classifier for each part in order, and echoes the id of the request', async () => {
    const before = await frames();
    const answer = await detect([{ bytes: pears }, { bytes: pears }], { headers: { 'x-request-id': 'misskey-7.a_b' } });
    expect([answer.statusCode, answer.headers['x-request-id']]).toEqual([200, 'misskey-7.a_b']);
    const predictions = [
      { className: 'Drawing', probability: 0.1 },
      { className: 'Hentai', probability: 0.2 },
      { className: 'Neutral', probability: 0.3 },
      { className: 'Porn', probability: 0.15 },
      { className: 'Sexy', probability: 0.25 },
    ];
    const part = { success: true, predictions };
    expect(answer.json()).toEqual({ success: true, result: { results: [part, part] } });
    expect(await frames()).toEqual({ used: before.used + 2, reserved: 0 });
    expect(await built.context.db.select().from(media).where(eq(media.accountId, owner.accountId))).toEqual([]);
  });

  it('DOOR-A2 says of each part what is wrong with it, charges the others alone, and leaves keywords and limits out', async () => {
    const rules = { required_keywords: [], forbidden_keywords: ['small'] };
    await built.app.inject({ method: 'POST', url: '/api/keyword-settings', headers: owner.headers, payload: rules });
    const before = await frames();
    const wide = Buffer.from(pears);
    wide.writeUInt32BE(4_097, 16);
    const answer = await detect([
      { bytes: damaged },
      { bytes: pears },
      { bytes: Buffer.alloc(0) },
      { bytes: pears, type: 'image/webp' },
      { bytes: Buffer.concat([pears, Buffer.alloc(1_048_576)]) },
      { bytes: wide },
      { bytes: Buffer.from('no picture at all') },
      { text: 'a note' },
      { bytes: bmp(), type: 'image/bmp' },
    ]);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().result.results).toEqual([
      failed('IMAGE_DECODE_FAILED'),
      expect.objectContaining({ success: true }),
      failed('INVALID_REQUEST'),
      failed('UNSUPPORTED_MEDIA_TYPE'),
      failed('REQUEST_TOO_LARGE'),
      failed('REQUEST_TOO_LARGE'),
      failed('IMAGE_DECODE_FAILED'),
      failed('INVALID_REQUEST'),
      expect.objectContaining({ success: true }),
    ]);
    expect(await frames()).toEqual({ used: before.used + 2, reserved: 0 });
  });

  it('DOOR-A2 refuses the whole in their words: token, scope, type, size, no part, no frames', async () => {
    const refused = (status: number, code: string) => [status, { success: false, error: { code, message: expect.any(String) } }];
    const told = (answer: Awaited<ReturnType<typeof detect>>) => [answer.statusCode, answer.json()];
    expect(told(await detect([{ bytes: pears }], { token: 'cf_live_wrong' }))).toEqual(refused(401, 'AUTHENTICATION_REQUIRED'));
    const weak = { name: 'weak', scopes: ['read'] };
    const made = await built.app.inject({ method: 'POST', url: '/api/access-tokens', headers: owner.headers, payload: weak });
    const { token } = made.json<{ data: { access_token: { token: string } } }>().data.access_token;
    expect(told(await detect([{ bytes: pears }], { token }))).toEqual(refused(403, 'MODEL_UNAVAILABLE'));
    expect(told(await detect([]))).toEqual(refused(400, 'INVALID_REQUEST'));
    expect(told(await detect([{ bytes: pears }], { headers: { 'content-type': 'image/png' } }))).toEqual(
      refused(415, 'UNSUPPORTED_MEDIA_TYPE'),
    );
    const many = Array.from({ length: 11 }, () => ({ bytes: pears }));
    expect(told(await detect(many))).toEqual(refused(413, 'REQUEST_TOO_LARGE'));
    const large = { 'content-length': String(13 * 1_048_576), 'content-type': 'image/png' };
    expect(told(await detect([{ bytes: pears }], { headers: large }))).toEqual(refused(413, 'REQUEST_TOO_LARGE'));
    const poor = await createUploader(built, 1);
    expect(told(await detect([{ bytes: pears }, { bytes: pears }], { token: poor.token }))).toEqual(
      refused(403, 'MODEL_UNAVAILABLE'),
    );
    expect(await frames(poor)).toEqual({ used: 0, reserved: 0 });
  });

  it('DOOR-A2 charges nothing of a part where the classifier is off, whose numbers it would answer', async () => {
    const before = await frames();
    hasClasses = false;
    const answer = await detect([{ bytes: pears }]).finally(() => {
      hasClasses = true;
    });
    expect(answer.json().result.results).toEqual([failed('MODEL_UNAVAILABLE')]);
    expect(await frames()).toEqual(before);
  });

  it('DOOR-A2 is never Safe without an analysis, and says Porn where the account wants that of a part that failed', async () => {
    const before = await frames();
    isDown = true;
    const ask = async () => {
      const answer = detect([{ bytes: Buffer.alloc(0) }, { bytes: pears }]);
      for (;;) {
        const [row] = await built.context.db.select().from(media).where(eq(media.kept, false));
        if (row) await failModeration(built.context, { mediaId: row.id, attempt: 1 });
        if (row) return await answer;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    expect((await ask()).json().result.results).toEqual([failed('INVALID_REQUEST'), failed('MODEL_UNAVAILABLE')]);
    await saveDoorSettings(built.context, owner.accountId, { misskey_on_error: 'flag' });
    const flagged = await ask();
    expect(flagged.headers['x-clearframe-failed']).toBe('1');
    expect(flagged.json().result.results).toMatchObject([
      { success: false },
      { success: true, predictions: [{}, {}, {}, { className: 'Porn', probability: 1 }, { probability: 0 }] },
    ]);
    await saveDoorSettings(built.context, owner.accountId, { misskey_on_error: 'error' });
    isDown = false;
    expect(await frames()).toEqual(before);
    expect(await built.context.db.select().from(knownPicture).where(eq(knownPicture.accountId, owner.accountId))).toEqual([]);
  });
});

describe('what Misskey sends', () => {
  it('DOOR-A2 reads a BMP as the same pixels in PNG, and no other kind of it', () => {
    let raw: Buffer = Buffer.alloc(0);
    const png = bmpToPng(bmp(), (rows) => {
      raw = rows;
      return deflateSync(rows);
    });
    expect([...raw]).toEqual([0, 255, 0, 0, 0, 0, 255]);
    expect(png && sidesOf(png)).toEqual([2, 1]);
    for (const [at, value] of [
      [28, 8],
      [30, 1],
      [18, 5_000],
    ] as const) {
      const other = bmp();
      other.writeUInt16LE(value, at);
      expect(bmpToPng(other, deflateSync)).toBeNull();
    }
    expect(bmpToPng(bmp().subarray(0, 58), deflateSync)).toBeNull();
  });

  it.each([
    ['a marker that stands alone', 'ff01'],
    ['a restart marker', 'ffd0'],
    ['fill bytes', 'ffffff'],
    ['a comment without a length', 'fffe0000'],
  ])('DOOR-A2 judges a JPEG that decoders take although its header holds %s', async (_what, hex) => {
    const jpeg = picture('formats/pears.jpg');
    const segment = 4 + jpeg.readUInt16BE(4);
    const odd = Buffer.concat([jpeg.subarray(0, segment), Buffer.from(hex, 'hex'), jpeg.subarray(segment)]);
    expect(sidesOf(odd)).toEqual(sidesOf(jpeg));
    const answer = await detect([{ bytes: odd, type: 'image/jpeg' }]);
    expect(answer.json().result.results).toMatchObject([{ success: true, predictions: [{}, {}, {}, {}, {}] }]);
  });

  it('DOOR-A2 leaves it to the decoder where the header of a JPEG says no size, and refuses too large a one by its header', async () => {
    const jpeg = picture('formats/pears.jpg');
    const wide = Buffer.from(jpeg);
    wide.writeUInt16BE(4_097, jpeg.indexOf(Buffer.from('ffc0', 'hex')) + 7);
    const segment = 4 + jpeg.readUInt16BE(4);
    const stray = Buffer.concat([wide.subarray(0, segment), Buffer.from('000102', 'hex'), wide.subarray(segment)]);
    const large = await detect([wide, stray].map((bytes) => ({ bytes, type: 'image/jpeg' })));
    expect(large.json().result.results).toEqual([failed('REQUEST_TOO_LARGE'), failed('REQUEST_TOO_LARGE')]);
    const sizeless = Buffer.concat([jpeg.subarray(0, 2), Buffer.from('fffefffe', 'hex'), jpeg.subarray(2)]);
    expect(sidesOf(sizeless)).toBeNull();
    const before = examined;
    await detect([{ bytes: sizeless, type: 'image/jpeg' }]);
    expect(examined).toBe(before + 1);
  });

  it('DOOR-A2 reads the sides of a PNG, a GIF and a JPEG from their headers', () => {
    for (const name of ['formats/pears.png', 'formats/pears.jpg', 'formats/pears.gif']) {
      const sides = sidesOf(picture(name));
      expect([name, sides?.every((side) => side > 0 && side < 4_097)]).toEqual([name, true]);
    }
    expect(sidesOf(Buffer.from('ffd8ffe000', 'hex'))).toBeNull();
    expect(sidesOf(Buffer.from('no picture'))).toBeNull();
  });
});
