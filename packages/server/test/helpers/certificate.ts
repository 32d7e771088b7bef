import { generateKeyPairSync, sign } from 'node:crypto';

/** One DER value: tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const basicConstraints = oid('551d13');
const subjectAltName = oid('551d11');
const commonName = oid('550403');

const generalizedTime = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+/g, '')}`));

/** A key and a certificate that signs itself, good for localhost and 127.0.0.1 from yesterday until tomorrow, as PEM. */
export function createCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const day = 24 * 3_600_000;
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('localhost')))));
  const isAuthority = sequence(basicConstraints, der(0x01, Buffer.of(255)), der(0x04, sequence(der(0x01, Buffer.of(255)))));
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.of(127, 0, 0, 1)));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    ecdsaWithSha256,
    name,
    sequence(generalizedTime(new Date(Date.now() - day)), generalizedTime(new Date(Date.now() + day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority, sequence(subjectAltName, der(0x04, names)))),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, privateKey));
  const whole = sequence(body, ecdsaWithSha256, signature).toString('base64');
  const cert = `-----BEGIN CERTIFICATE-----\n${(whole.match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}
