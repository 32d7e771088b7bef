import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixture, sevenFormats } from '../../test/fixture.ts';
import { signCredentials } from '../../test/sign-credentials.ts';
import { createTestSigner } from '../../test/test-certificates.ts';
import { createCredentialsReader } from './credentials-reader.ts';

const picture = fixture('formats/pears.jpg');
const signer = createTestSigner();
/** A busy machine takes its time; what is tested here is what comes out. */
const readMs = 60_000;
const read = createCredentialsReader({ trustList: signer.rootPem, readMs });
const readUntrusting = createCredentialsReader({ readMs });

describe('Content Credentials of a picture', () => {
  it('TRUST-B7 are valid where the signature holds and leads to the trust list', async () => {
    const signed = await signCredentials(picture, { signer, sourceType: 'digitalCapture', actions: ['c2pa.resized'] });
    expect(await read('jpeg', signed)).toEqual({
      state: 'valid',
      issuer: 'Test Studio',
      signed_at: null,
      generator: 'Test Paint 1.0',
      actions: ['c2pa.created', 'c2pa.resized'],
      steps: [
        { action: 'c2pa.created', program: 'Test Paint 1.0', at: null },
        { action: 'c2pa.resized', program: 'Test Paint 1.0', at: null },
      ],
      digital_source_types: ['digitalCapture'],
      codes: [],
      synthetic: null,
    });
  });

  it('TRUST-B7 tell the steps from the oldest file on, with the times and programs that their signers wrote', async () => {
    const camera = await signCredentials(picture, { signer, generator: 'Lumen X2' });
    const resized = { action: 'c2pa.resized', when: '2026-11-22T10:00:00Z', softwareAgent: 'Lumen Edit 4.1' };
    const odd = { action: 'c2pa.edited', when: '+275760-01-01T00:00:00Z' };
    const edited = await signCredentials(camera, { signer, parent: camera, actions: [resized, odd] });
    const { steps = [] } = await read('jpeg', edited);
    expect(steps[0]).toEqual({ action: 'c2pa.created', program: 'Lumen X2 1.0', at: null });
    expect(steps.filter(({ action }) => action !== 'c2pa.opened').slice(1)).toEqual([
      { action: 'c2pa.resized', program: 'Lumen Edit 4.1', at: '2026-11-22T10:00:00.000Z' },
      { action: 'c2pa.edited', program: 'Test Paint 1.0', at: null },
    ]);
  });

  it('TRUST-B7 are untrusted without a trust list, and with another one', async () => {
    const signed = await signCredentials(picture, { signer });
    const others = createCredentialsReader({ trustList: createTestSigner().rootPem, readMs });
    for (const reader of [readUntrusting, others]) {
      const found = await reader('jpeg', signed);
      expect(found).toMatchObject({ state: 'untrusted', issuer: 'Test Studio', codes: ['signingCredential.untrusted'] });
    }
  });

  it('TRUST-B7 are invalid where a byte of the picture was changed', async () => {
    const signed = await signCredentials(picture, { signer, sourceType: 'trainedAlgorithmicMedia' });
    const last = signed.length - 40;
    signed.writeUInt8(signed.readUInt8(last) ^ 1, last);
    const found = await read('jpeg', signed);
    expect(found).toMatchObject({ state: 'invalid', codes: ['assertion.dataHash.mismatch'], synthetic: null });
  });

  it('TRUST-B7 are invalid where the manifest says something else than was signed', async () => {
    const signed = await signCredentials(picture, { signer, sourceType: 'digitalCapture' });
    const at = signed.indexOf('digitalCapture');
    signed.write('digitalCapturf', at, 'latin1');
    expect(await read('jpeg', signed)).toMatchObject({ state: 'invalid' });
  });

  it('TRUST-B7 are not valid where the certificate had ended', async () => {
    const ended = createTestSigner({ until: 2021 });
    const reader = createCredentialsReader({ trustList: ended.rootPem, readMs });
    expect(await reader('jpeg', await signCredentials(picture, { signer: ended }))).toMatchObject({ state: 'invalid' });
  });

  it.each(['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia'])(
    'TRUST-B7 declare %s, trusted or not',
    async (sourceType) => {
      const signed = await signCredentials(picture, { signer, sourceType });
      const declared = { digital_source_types: [sourceType], synthetic: 'declared' };
      expect(await read('jpeg', signed)).toMatchObject({ state: 'valid', ...declared });
      expect(await readUntrusting('jpeg', signed)).toMatchObject({ state: 'untrusted', ...declared });
    },
  );

  it('TRUST-B7 declare what the picture was made from too', async () => {
    const parent = await signCredentials(picture, { signer, sourceType: 'trainedAlgorithmicMedia' });
    const signed = await signCredentials(parent, { signer, parent, actions: ['c2pa.resized'] });
    const found = await read('jpeg', signed);
    expect(found).toMatchObject({ state: 'valid', digital_source_types: ['trainedAlgorithmicMedia'], synthetic: 'declared' });
  });

  it.each([
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['heic', 'image/heic'],
    ['heif', 'image/heif'],
    ['avif', 'image/avif'],
  ] as const)('TRUST-B7 are read in %s', async (kind, mimeType) => {
    const signed = await signCredentials(fixture(`formats/pears.${kind}`), { signer, mimeType });
    expect(await read(kind, signed)).toMatchObject({ state: 'valid' });
    const last = signed.length - 40;
    signed.writeUInt8(signed.readUInt8(last) ^ 1, last);
    expect((await read(kind, signed)).state).not.toBe('valid');
  });

  it('TRUST-B7 keep nothing of a signer that turns text around or is endless', async () => {
    const signed = await signCredentials(picture, { signer, generator: `\u202egnp.\u0007${'x'.repeat(1_000)}` });
    const { generator } = await read('jpeg', signed);
    expect(generator).toMatch(/^gnp\. x+$/);
    expect(generator?.length).toBeLessThanOrEqual(200);
  });
});

describe('files without a manifest', () => {
  const kindOf = (name: string) => name.replace(/^.*\./, '').replace('jpg', 'jpeg') as 'jpeg';

  it.each(sevenFormats)('TRUST-B7 never reach the reader: %s', async (name) => {
    expect(await read(kindOf(name), fixture(name))).toMatchObject({ state: 'none', issuer: null, codes: [] });
  });
});

describe('manifests that cost too much', () => {
  it('TRUST-B7 are unreadable when they take longer than they may', async () => {
    const impatient = createCredentialsReader({ readMs: 0 });
    const found = await impatient('jpeg', await signCredentials(picture, { signer }));
    expect(found).toMatchObject({ state: 'unreadable', codes: ['clearframe.too_slow'] });
  });

  it('TRUST-B7 are unreadable when they are larger than 10 MB, and nobody loads the reader for them', async () => {
    const signed = await signCredentials(picture, { signer });
    const store = signed.indexOf('jumb') - 16;
    const segment = signed.subarray(store, store + 2 + signed.readUInt16BE(store + 2));
    const many = Array.from({ length: (11 * 1_048_576) / segment.length }, () => segment);
    const large = Buffer.concat([signed.subarray(0, store), ...many, signed.subarray(store)]);
    expect(await read('jpeg', large)).toMatchObject({ state: 'unreadable', codes: ['clearframe.too_large'] });
  });

  it('TRUST-B7 is the reader that the package names', () => {
    const { version } = JSON.parse(readFileSync(new URL(import.meta.resolve('@contentauth/c2pa-wasm/package.json')), 'utf8'));
    expect(version).toBe('0.15.0');
  });
});
