import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CredentialState, type MediaList, MediaUpload } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundPart, mutatedCredentials } from '../../engine/test/mutate-credentials.ts';
import { signCredentials } from '../../engine/test/sign-credentials.ts';
import { createTestSigner } from '../../engine/test/test-certificates.ts';
import { ConfigError, readConfig } from '../src/config.ts';
import type { Decoder } from '../src/confinement/decoder.ts';
import { media } from '../src/db/schema.ts';
import { readTrustList } from '../src/models/trust-list.ts';
import { videoCredentials } from '../src/moderation/analyse/video-credentials.ts';
import { type Built, build } from './helpers/build.ts';
import { startTestDecoder } from './helpers/decoder.ts';
import { createUploader, file, picture, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

const folder = mkdtempSync(join(tmpdir(), 'clearframe-credentials-'));
const signer = createTestSigner();
/** `npm run prove credentials` takes 500. */
const HOSTILE = 60;
const pids: (number | null)[] = [];
let decoder: Decoder;
let signed: Buffer;

beforeAll(async () => {
  signed = await signCredentials(picture('formats/pears.jpg'), { signer, sourceType: 'trainedAlgorithmicMedia' });
  decoder = await startTestDecoder(folder, { trustList: signer.rootPem, onProcess: (pid) => pids.push(pid) });
});
afterAll(async () => {
  await decoder?.close();
  rmSync(folder, { recursive: true, force: true });
});

const valid = { state: 'valid', issuer: 'Test Studio', generator: 'Test Paint 1.0', synthetic: 'declared', codes: [] };

describe('Content Credentials in the process that decodes', () => {
  it('TRUST-B7 are read by the reader, shut in, beside the analysis', async () => {
    expect((await decoder.examine(signed)).analysis.content_credentials).toMatchObject(valid);
    expect((await decoder.examine(picture('formats/pears.jpg'))).analysis.content_credentials).toMatchObject({ state: 'none' });
  });

  it('TRUST-B7 SEC-07 of hostile manifests end no process and are never wrongly valid', async () => {
    const before = pids.at(-1);
    const bound = boundPart(signed);
    const original = await decoder.readCredentials('jpeg', signed);
    const states = new Set<CredentialState>();
    for (let n = 0; n < HOSTILE; n += 1) {
      const { name, bytes } = mutatedCredentials(signed, 11, n);
      const found = await decoder.readCredentials('jpeg', bytes);
      states.add(found.state);
      if (found.state !== 'valid') continue;
      // A byte that nothing signs, such as padding, may change; what is said and what it is said of may not.
      expect(found, name).toEqual(original);
      expect(boundPart(bytes).equals(bound), name).toBe(true);
    }
    expect([...states]).toEqual(expect.arrayContaining(['invalid', 'unreadable']));
    expect(pids.at(-1)).toBe(before);
  });
});

describe('Content Credentials of a film', () => {
  it.each([
    ['mp4', 'h264.mp4', 'video/mp4'],
    ['mov', 'h264.mov', 'video/quicktime'],
  ] as const)('TRUST-B7 are read from its file: %s', async (kind, name, mimeType) => {
    const path = join(folder, name);
    const film = await signCredentials(picture(`videos/${name}`), { signer, mimeType });
    writeFileSync(path, film);
    expect(await videoCredentials(decoder, kind, path)).toMatchObject({ state: 'valid', issuer: 'Test Studio' });
    film.writeUInt8(film.readUInt8(film.length - 100) ^ 1, film.length - 100);
    writeFileSync(path, film);
    expect(await videoCredentials(decoder, kind, path)).toMatchObject({ state: 'invalid' });
  });

  it('TRUST-B7 cost no more than its heads where there are none, and nothing above 50 MB', async () => {
    const readCredentials = () => Promise.reject(new Error('Nobody is asked'));
    const path = join(folder, 'large.mp4');
    writeFileSync(path, picture('videos/h264.mp4'));
    expect(await videoCredentials({ readCredentials }, 'mp4', path)).toMatchObject({ state: 'none' });
    writeFileSync(path, await signCredentials(picture('videos/h264.mp4'), { signer, mimeType: 'video/mp4' }));
    truncateSync(path, 51 * 1_048_576);
    const found = await videoCredentials({ readCredentials }, 'mp4', path);
    expect(found).toMatchObject({ state: 'unreadable', codes: ['clearframe.too_large'] });
  });
});

describe('an item that was sent with Content Credentials', () => {
  let built: Built;
  let person: Uploader;
  beforeAll(async () => {
    built = await build();
    await runQueuedModeration(built, decoder);
    person = await createUploader(built);
  });
  afterAll(() => built?.close());

  const upload = async (bytes: Uint8Array, name = 'picture.jpg') =>
    resultOf(await person.apiUpload({ media: file(bytes, name) })).media_upload;
  const read = async (id: string): Promise<MediaUpload> =>
    MediaUpload.parse((await person.get(`/api/media/${id}`)).json<{ data: { media_upload: unknown } }>().data.media_upload);
  const listed = async (path: string): Promise<string[]> => {
    const answer = await built.app.inject({ url: path, headers: { ...person.headers, authorization: `Bearer ${person.token}` } });
    return answer.json<{ data: MediaList }>().data.media_uploads.map(({ id }) => id);
  };

  it('TRUST-B7 says in `analysis_metadata` what they declare, and changes no score and no coverage for it', async () => {
    const [item, plain] = [await upload(signed), await upload(picture('formats/pears.jpg'))];
    expect(item.analysis_metadata?.content_credentials).toMatchObject(valid);
    expect(plain.analysis_metadata?.content_credentials).toMatchObject({ state: 'none', synthetic: null });
    expect(item.moderation?.ai_analysis.scores).toEqual(plain.moderation?.ai_analysis.scores);
    expect(item.moderation?.ai_analysis.coverage).toEqual(plain.moderation?.ai_analysis.coverage);
  });

  it('TRUST-B7 serves the original without them, and keeps what they said when it is analysed again', async () => {
    const { id } = await upload(signed);
    const original = await built.app.inject({ url: new URL((await read(id)).signedUrl ?? '').href });
    expect(original.rawPayload.includes('c2pa')).toBe(false);
    await built.app.inject({ method: 'POST', url: `/api/media/${id}/reanalyse`, headers: person.headers, payload: {} });
    await expect.poll(async () => (await read(id)).processing).toBe(false);
    expect((await read(id)).analysis_metadata?.content_credentials).toMatchObject(valid);
  });

  it('TRUST-B7 says nothing where the original was rewritten before anybody read them', async () => {
    const { id } = await upload(signed);
    await built.context.db.update(media).set({ contentCredentials: null }).where(eq(media.id, id));
    await built.app.inject({ method: 'POST', url: `/api/media/${id}/reanalyse`, headers: person.headers, payload: {} });
    await expect.poll(async () => (await read(id)).processing).toBe(false);
    expect((await read(id)).analysis_metadata).not.toHaveProperty('content_credentials');
  });

  it('TRUST-B7 lists items by their state, for people and for programs', async () => {
    const { id } = await upload(signed);
    const tampered = Buffer.from(signed);
    tampered.write('digitalCapture', tampered.indexOf('trainedAlgorithmicMedia'), 'latin1');
    const changed = await upload(tampered);
    const plain = await upload(picture('formats/pears.png'));
    for (const path of ['/api/media', '/api/v1/media']) {
      const [isValid, isInvalid, isNone] = await Promise.all(
        ['valid', 'invalid', 'none'].map((state) => listed(`${path}?credentials=${state}`)),
      );
      expect(isValid).toContain(id);
      expect(isValid).not.toContain(changed.id);
      expect(isInvalid).toEqual([changed.id]);
      expect(isNone).toContain(plain.id);
      expect(isNone).not.toContain(id);
    }
    expect((await person.get('/api/media?credentials=detected')).statusCode).toBe(400);
    const counts = await person.get('/api/media/counts?credentials=invalid');
    expect(counts.json()).toMatchObject({ data: { counts: { safe: 1, flagged: 0 } } });
  });
});

describe('the trust list of the operator', () => {
  const listIn = (content: string) => {
    const path = join(folder, 'trust.pem');
    writeFileSync(path, content);
    return readTrustList({ c2paTrustList: path });
  };

  it('TRUST-B7 is read without what stands between its certificates', async () => {
    expect(await listIn(`# Our roots\n${signer.rootPem}subject=CN\n${signer.rootPem}`)).toBe(
      `${signer.rootPem.trim()}\n${signer.rootPem}`,
    );
    expect(await readTrustList({ c2paTrustList: null })).toBeNull();
  });

  it('TRUST-B7 OPS-01 is an absolute path, and none unless it is set', () => {
    expect(readConfig({ C2PA_TRUST_LIST: '/etc/clearframe/trust.pem' }).c2paTrustList).toBe('/etc/clearframe/trust.pem');
    expect(readConfig({}).c2paTrustList).toBeNull();
    expect(() => readConfig({ C2PA_TRUST_LIST: 'trust.pem' })).toThrow(ConfigError);
  });

  it('TRUST-B7 OPS-01 stops the start when it cannot be used', async () => {
    await expect(readTrustList({ c2paTrustList: join(folder, 'missing.pem') })).rejects.toThrow('C2PA_TRUST_LIST');
    await expect(listIn('no certificate')).rejects.toThrow('holds no certificate');
    await expect(listIn(signer.rootPem.replace('MII', 'AAA'))).rejects.toThrow('C2PA_TRUST_LIST');
  });
});
