import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** One DER value: tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const yes = der(0x01, Buffer.of(255));
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const name = (organisation: string, commonName: string) =>
  sequence(
    der(0x31, sequence(oid('55040a'), der(0x0c, Buffer.from(organisation)))),
    der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))),
  );
const extension = (id: string, value: Uint8Array, ...critical: Uint8Array[]) => sequence(oid(id), ...critical, der(0x04, value));
const keyId = (spki: Buffer) => createHash('sha1').update(spki).digest();
const day = (year: number) => der(0x18, Buffer.from(`${year}0101000000Z`));

type Key = { privateKey: KeyObject; spki: Buffer };

function createKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, spki: publicKey.export({ type: 'spki', format: 'der' }) };
}

type Certified = { subject: Buffer; spki: Buffer; issuer: Buffer; by: Key; isAuthority: boolean; until: number; serial: number };

function certify({ subject, spki, issuer, by, isAuthority, until, serial }: Certified): Buffer {
  const usage = isAuthority ? der(0x03, Buffer.of(1, 0x06)) : der(0x03, Buffer.of(7, 0x80));
  // E-mail protection, one of the purposes that C2PA asks of a signer.
  const purposes = isAuthority ? [] : [extension('551d25', sequence(oid('2b06010505070304')))];
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(serial)),
    ecdsaWithSha256,
    issuer,
    sequence(day(2020), day(until)),
    subject,
    spki,
    der(
      0xa3,
      sequence(
        extension('551d13', sequence(...(isAuthority ? [yes] : [])), yes),
        extension('551d0f', usage, yes),
        ...purposes,
        extension('551d0e', der(0x04, keyId(spki))),
        extension('551d23', sequence(der(0x80, keyId(by.spki)))),
      ),
    ),
  );
  return sequence(body, ecdsaWithSha256, der(0x03, Buffer.of(0), sign('sha256', body, by.privateKey)));
}

const toPem = (certificate: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${(certificate.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;

export type TestSigner = { privateKey: KeyObject; certificate: Buffer; rootPem: string };

/** A signer, and the root that its certificate leads to. Made anew each time: nobody else's list has it. */
export function createTestSigner({ organisation = 'Test Studio', until = 2090 } = {}): TestSigner {
  const [root, leaf] = [createKey(), createKey()];
  const rootName = name('Test Trust', 'Test Root');
  const own = { subject: rootName, issuer: rootName, by: root, until: 2090 };
  const rootCertificate = certify({ ...own, spki: root.spki, isAuthority: true, serial: 1 });
  const subject = name(organisation, 'Test Signer');
  const certificate = certify({ ...own, subject, spki: leaf.spki, isAuthority: false, until, serial: 2 });
  return { privateKey: leaf.privateKey, certificate, rootPem: toPem(rootCertificate) };
}
