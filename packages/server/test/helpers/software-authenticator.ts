import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value);
  if (value < 256) return Buffer.of((major << 5) | 24, value);
  return Buffer.of((major << 5) | 25, value >> 8, value & 255);
}

/** The part of CBOR (RFC 8949) that authenticators write. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [encodeCbor(key), encodeCbor(one)])]);
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const flag = { present: 1, verified: 4, mayBeBackedUp: 8, backedUp: 16, attested: 64 };

/** What a test bends; everything else is as the server asked for it. */
export type Bend = {
  origin?: string;
  rpId?: string;
  verified?: boolean;
  present?: boolean;
  counter?: number;
  /** Another key signs. */
  forged?: boolean;
  type?: string;
  userHandle?: string;
  /** An attestation other than "none". */
  attestation?: Map<string, Cbor>;
  fmt?: string;
  backedUp?: boolean;
};

export type RegistrationRequest = { challenge: string; rp: { id: string } };
export type AssertionRequest = { challenge: string; rpId: string };

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** An authenticator of bytes alone: a P-256 key, a credential id and a counter, and real COSE keys and signatures. */
export function createAuthenticator(origin: string, { counting = true }: { counting?: boolean } = {}) {
  const { privateKey, publicKey } = keyPair();
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  let counter = 0;
  const clientData = (type: string, challenge: string, bend: Bend) =>
    Buffer.from(JSON.stringify({ type: bend.type ?? type, challenge, origin: bend.origin ?? origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, bend: Bend, attested?: Buffer) => {
    if (counting) counter += 1;
    const flags =
      (bend.present === false ? 0 : flag.present) |
      (bend.verified === false ? 0 : flag.verified) |
      (bend.backedUp ? flag.mayBeBackedUp | flag.backedUp : 0) |
      (attested ? flag.attested : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(bend.counter ?? counter);
    return Buffer.concat([sha256(bend.rpId ?? rpId), Buffer.of(flags), count, attested ?? Buffer.alloc(0)]);
  };
  return {
    id,
    /** Answers `navigator.credentials.create`. */
    create({ challenge, rp }: RegistrationRequest, bend: Bend = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = encodeCbor(
        new Map<number, Cbor>([
          ...([
            [1, 2],
            [3, -7],
            [-1, 1],
          ] as const),
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.of(0, credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cose]);
      const attestation = new Map<string, Cbor>([
        ['fmt', bend.fmt ?? 'none'],
        ['attStmt', bend.attestation ?? new Map()],
        ['authData', authenticatorData(rp.id, bend, attested)],
      ]);
      const clientDataJSON = base64url(clientData('webauthn.create', challenge, bend));
      const response = { clientDataJSON, attestationObject: base64url(encodeCbor(attestation)), transports: ['internal', 'new'] };
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
    },
    /** Answers `navigator.credentials.get`. */
    get({ challenge, rpId }: AssertionRequest, bend: Bend = {}) {
      const client = clientData('webauthn.get', challenge, bend);
      const data = authenticatorData(rpId, bend);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(bend.forged ? keyPair().privateKey : privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        ...(bend.userHandle === undefined ? {} : { userHandle: bend.userHandle }),
      };
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
