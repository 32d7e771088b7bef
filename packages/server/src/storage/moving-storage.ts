import { installationKey } from './object-key.ts';
import { ObjectMissing, type Storage } from './storage.ts';

/** Entries of both by key; of two with one key that of the first. */
async function* merged(one: ReturnType<Storage['list']>, other: ReturnType<Storage['list']>) {
  const [ours, theirs] = [one[Symbol.asyncIterator](), other[Symbol.asyncIterator]()];
  let [our, their] = [await ours.next(), await theirs.next()];
  while (!our.done || !their.done) {
    if (!our.done && (their.done || our.value.key <= their.value.key)) {
      yield our.value;
      if (!their.done && their.value.key === our.value.key) their = await theirs.next();
      our = await ours.next();
    } else if (!their.done) {
      yield their.value;
      their = await theirs.next();
    }
  }
}

/**
 * A storage whose files are moved from another one meanwhile: what is new goes to `now`, what is not moved yet is read from `before`.
 * A key is written once, so an object that is in both is the same.
 */
export function createMovingStorage({ now, before }: { now: Storage; before: Storage }): Storage {
  /** The id of the installation is asked of the new one alone: the old one's says nothing of whose it is. */
  async function either<T>(key: string, ask: (storage: Storage) => Promise<T>): Promise<T> {
    try {
      return await ask(now);
    } catch (error) {
      if (!(error instanceof ObjectMissing) || key === installationKey) throw error;
      return await ask(before);
    }
  }

  const remove: Storage['remove'] = async (keys) => {
    // The old one first: whoever copies an object looks there again afterwards, and takes the copy back when it is gone.
    await before.remove(keys.filter((key) => key !== installationKey));
    await now.remove(keys);
  };

  return {
    put: now.put,
    newCopy: now.newCopy,
    remove,
    open: (key, range) => either(key, (storage) => storage.open(key, range)),
    get: (key, range) => either(key, (storage) => storage.get(key, range)),
    size: (key) => either(key, (storage) => storage.size(key)),
    async withFile(key, work, signs) {
      // Not tried in turn: the work itself may find that something is missing.
      const isHere = await now.size(key).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ObjectMissing) return false;
          throw error;
        },
      );
      return (isHere ? now : before).withFile(key, work, signs);
    },
    async move(from, to) {
      if (!(await now.move(from, to))) {
        try {
          const { body } = await before.open(from);
          await now.put(to, body).finally(() => body.destroy());
        } catch (error) {
          if (error instanceof ObjectMissing) return false;
          throw error;
        }
      }
      await remove([from]);
      return true;
    },
    list: (folder, after) => merged(now.list(folder, after), before.list(folder, after)),
    removeBrokenOff: async (earlier) => (await now.removeBrokenOff(earlier)) + (await before.removeBrokenOff(earlier)),
    async ready() {
      await now.ready();
      await before.ready();
    },
  };
}
