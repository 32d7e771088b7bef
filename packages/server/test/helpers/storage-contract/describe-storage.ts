import { afterAll, beforeAll, describe } from 'vitest';
import type { Storage } from '../../../src/storage/storage.ts';
import { describeBytes } from './describe-bytes.ts';
import { describeCutOffPuts } from './describe-cut-off-puts.ts';
import { describeKeys } from './describe-keys.ts';
import { describeServing } from './describe-serving.ts';

export type StorageUnderTest = {
  storage: Storage;
  /** Leaves what a put leaves whose process was killed. */
  breakOff(): Promise<void>;
  close(): Promise<void>;
};

/** What every storage keeps to, whatever lies behind it. @param open makes an empty one */
export function describeStorage(name: string, open: () => Promise<StorageUnderTest>): void {
  describe(`${name} storage`, () => {
    let opened: StorageUnderTest;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    const at = () => opened.storage;

    describeBytes(at);
    describeKeys(at);
    describeCutOffPuts(at, () => opened.breakOff());
    describeServing(at);
  });
}
