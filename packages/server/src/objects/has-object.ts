import { ObjectMissing, type Objects } from '../storage/storage.ts';

/** Whether an object is there. @throws whatever else keeps it from being read */
export async function hasObject(storage: Objects, key: string): Promise<boolean> {
  try {
    (await storage.read(key)).destroy();
    return true;
  } catch (error) {
    if (error instanceof ObjectMissing) return false;
    throw error;
  }
}
