import type { Readable } from 'node:stream';

type StoredObject = { key: string; storedAt: Date; sizeBytes: number };

/** Bytes from `start` to `end`, both included; both lie in the object. */
export type ByteRange = { start: number; end: number };

/** `alive` is called while many bytes move, each few megabytes, so that whoever waits knows that it gets on. */
export type StorageSigns = { alive?: () => void };

/** A file of this machine that nobody else may read, while some work needs it. Of a process that is killed it goes within a day. */
export type PrivateCopy = {
  path: string;
  /** @throws StorageUnavailable when this disk is full */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the writing too. Never throws: what is left goes within a day. */
  remove(): Promise<void>;
};

/** There is no object under this key. */
export class ObjectMissing extends Error {
  override name = 'ObjectMissing';
}

/** The storage is away or full, or refuses us: the same work succeeds later, and what is stored is not to blame. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/**
 * Where bytes lie. Keys are made by us (`<account>/<media>/<name>`, in quarantine `quarantine/<day>/<key>`), never by a caller. A key
 * is written once, ever. Every call may throw StorageUnavailable.
 */
export type Storage = {
  /** Stores all bytes or nothing; what it returned for survives a power cut. @throws whatever the source throws */
  put(key: string, body: Uint8Array | Readable, signs?: StorageSigns): Promise<{ sizeBytes: number }>;
  /**
   * The object's bytes as a stream, for what does not fit into memory. Destroy it when it is not read to its end.
   * @returns the size of the whole object, whatever the range
   * @throws ObjectMissing
   */
  open(key: string, range?: ByteRange): Promise<{ sizeBytes: number; body: Readable }>;
  /** @throws ObjectMissing */
  get(key: string, range?: ByteRange): Promise<Uint8Array>;
  /** @throws ObjectMissing */
  size(key: string): Promise<number>;
  /**
   * Runs the work with a path of this machine under which the object can be read by another program, such as a decoder. The path
   * means nothing once the work is done; the file there must not be changed.
   * @throws ObjectMissing; whatever the work throws
   */
  withFile<T>(key: string, work: (path: string) => Promise<T>, signs?: StorageSigns): Promise<T>;
  /**
   * An empty private copy, for bytes that are being put: whoever reads them by a path afterwards need not wait until they are fetched
   * again. null where objects are files of this machine.
   */
  newCopy(): Promise<PrivateCopy | null>;
  /** Removing what is not there is no error. Nothing of what is removed can be brought back. */
  remove(keys: readonly string[]): Promise<void>;
  /** Gives an object another key, which nobody has. Returns false where there is none. */
  move(from: string, to: string): Promise<boolean>;
  /**
   * Every object, by key; what changes meanwhile may or may not be among them. Only for comparisons and moves: a storage may hold a
   * hundred million.
   * @param folder only those below it, such as `<account>`; '' = all
   * @param after only those with a later key
   */
  list(folder?: string, after?: string): AsyncIterable<StoredObject>;
  /** Removes what puts that were cut off before that moment have left. These were never whole. Returns how many. */
  removeBrokenOff(before: Date): Promise<number>;
  /** Stores a few bytes, reads a part of them and removes them. @throws when that does not work now */
  ready(): Promise<void>;
};
