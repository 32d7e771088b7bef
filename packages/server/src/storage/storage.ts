import type { Readable } from 'node:stream';

export type SignedUrlOptions = {
  expiresAt: Date;
  /** Wire type that the file is served with, fixed by the signature; never HTML or SVG. */
  contentType: string;
  /** Name offered when the file is saved. */
  filename: string;
};

type StoredObject = { key: string; storedAt: Date; sizeBytes: number };

/** There is no object under this key. */
export class ObjectMissing extends Error {
  override name = 'ObjectMissing';
}

/** The one object whose key is a single name: which installation the storage belongs to. `list` leaves it out. */
export const installationKey = 'clearframe-installation.json';

/** An object of this machine's disk that a signature opened. */
export type LocalFile = SignedUrlOptions & {
  sizeBytes: number;
  /** Bytes from `start` to `end`, both included. */
  read(start: number, end: number): Readable;
};

/** The serving side of a storage whose addresses lead to this server. */
type LocalFiles = {
  /** @param query the parsed query of the address. Returns null without a valid, unexpired signature or when nothing is there. */
  open(key: string, query: unknown): Promise<LocalFile | null>;
};

/**
 * Where bytes lie. Keys are made by us (`<account>/<media>/<name>`, in quarantine `quarantine/<day>/<key>`), never by a caller.
 */
export type Objects = {
  /** Stores all bytes or nothing; what it returned for survives a power cut. */
  put(key: string, body: Uint8Array | Readable): Promise<{ sizeBytes: number }>;
  /** @throws ObjectMissing */
  get(key: string): Promise<Uint8Array>;
  /**
   * The object's bytes as a stream, for what does not fit into memory. Destroy it when it is not read to its end.
   * @throws ObjectMissing
   */
  read(key: string): Promise<Readable>;
  /**
   * Runs the work with a path of this machine under which the object can be read by another program, such as a decoder. The path
   * means nothing once the work is done; the file there must not be changed.
   * @throws ObjectMissing; whatever the work throws
   */
  withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Removing what is not there is no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Gives an object another key, which nobody has. Returns false where there is none. */
  move(from: string, to: string): Promise<boolean>;
  /**
   * Every object, and what a broken-off `put` left behind, by key; what changes meanwhile may or may not be among them. Only for
   * comparisons and moves: a storage may hold a hundred million.
   * @param folder only those below it, such as `<account>`; '' = all
   * @param after only those with a later key
   */
  list(folder?: string, after?: string): AsyncIterable<StoredObject>;
  /** Stores a few bytes, reads and removes them. @throws when that does not work now */
  ready(): Promise<void>;
};

/** Objects with their addresses. */
export type Storage = Objects & {
  /** An address that serves the object until `expiresAt` and cannot be forged. Stable within its minute, so that browsers cache it. */
  signedUrl(key: string, options: SignedUrlOptions): string;
  /** The object's address without a signature: it answers 403. */
  plainUrl(key: string): string;
  /** null = the addresses lead to another server. */
  local: LocalFiles | null;
};
