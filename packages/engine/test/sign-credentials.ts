import { sign as signBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { initSync, WasmBuilder } from '@contentauth/c2pa-wasm';
import type { TestSigner } from './test-certificates.ts';

const SIGNATURE_BYTES = 1_024;

/** Head of a CBOR value (RFC 8949, 3). */
function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.of((major << 5) | count);
  if (count < 256) return Buffer.of((major << 5) | 24, count);
  return Buffer.of((major << 5) | 25, count >> 8, count & 255);
}
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);

/** COSE_Sign1 with ES256 over a claim (RFC 9052, 4.2), padded to the size that was reserved for it. */
function coseSign1({ privateKey, certificate }: TestSigner, claim: Uint8Array): Buffer {
  // alg (1): ES256 (-7), x5chain (33).
  const header = Buffer.concat([head(5, 2), head(0, 1), head(1, 6), head(0, 33), head(4, 1), bytes(certificate)]);
  const signed = Buffer.concat([head(4, 4), text('Signature1'), bytes(header), bytes(Buffer.alloc(0)), bytes(claim)]);
  const signature = signBytes('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const tagged = Buffer.of(0xd2);
  const padded = (padding: number) =>
    Buffer.concat([
      tagged,
      head(4, 4),
      bytes(header),
      head(5, 1),
      text('pad'),
      bytes(Buffer.alloc(padding)),
      Buffer.of(0xf6),
      bytes(signature),
    ]);
  return padded(SIGNATURE_BYTES - (padded(300).length - 300));
}

/** The builder reads pictures the way that browsers do in a worker: in memory, and at once. */
class MemoryBlob extends Blob {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  override readonly size: number;

  constructor(content: Uint8Array) {
    super([]);
    this.#bytes = Uint8Array.from(content);
    this.size = content.length;
  }

  override slice(from?: number, to?: number): Blob {
    return new MemoryBlob(this.#bytes.subarray(from, to));
  }

  whole(): ArrayBuffer {
    return Uint8Array.from(this.#bytes).buffer;
  }
}

let isLoaded = false;

function load(): void {
  if (isLoaded) return;
  isLoaded = true;
  initSync({ module: readFileSync(new URL(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) });
  const readAsArrayBuffer = (blob: MemoryBlob) => blob.whole();
  Object.assign(globalThis, {
    FileReaderSync: class {
      readAsArrayBuffer = readAsArrayBuffer;
    },
  });
}

const iptc = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

export type Signing = {
  signer: TestSigner;
  mimeType?: string;
  /** Of `c2pa.created`, a term of IPTC. */
  sourceType?: string;
  /** More actions, such as `c2pa.resized`. */
  actions?: (string | { action: string; when?: string; softwareAgent?: string })[];
  generator?: string;
  /** Signed, opened and signed again, it is what this one was made from. */
  parent?: Uint8Array;
};

const asAction = (action: NonNullable<Signing['actions']>[number]) => (typeof action === 'string' ? { action } : action);

/** A picture with Content Credentials, signed by the same library that reads them. */
export async function signCredentials(
  picture: Uint8Array,
  { signer, mimeType = 'image/jpeg', sourceType = 'digitalCapture', actions = [], generator = 'Test Paint', parent }: Signing,
): Promise<Buffer> {
  load();
  const made = parent ? [] : [{ action: 'c2pa.created', digitalSourceType: `${iptc}${sourceType}` }];
  const definition = {
    claim_generator_info: [{ name: generator, version: '1.0' }],
    assertions: [{ label: 'c2pa.actions', data: { actions: [...made, ...actions.map(asAction)] } }],
  };
  const settings = { verify: { verify_after_sign: false }, builder: { thumbnail: { enabled: false } } };
  const builder = WasmBuilder.fromJson(JSON.stringify(definition), JSON.stringify(settings));
  try {
    if (parent) {
      builder.setIntent('edit');
      await builder.addIngredientFromBlob(JSON.stringify({ relationship: 'parentOf' }), mimeType, new MemoryBlob(parent));
    }
    const definedBy = {
      alg: 'es256',
      reserveSize: SIGNATURE_BYTES,
      sign: async (claim: Uint8Array) => Uint8Array.from(coseSign1(signer, claim)),
    };
    return Buffer.from(await builder.sign(definedBy, [], mimeType, new MemoryBlob(picture)));
  } finally {
    builder.free();
  }
}
