import { ObjectMissing, type Storage } from '../storage/storage.ts';

/** Whether an object is there. @throws whatever else keeps it from being read */
export async function hasObject(storage: Storage, key: string): Promise<boolean> {
  try {
    await storage.size(key);
    return true;
  } catch (error) {
    if (error instanceof ObjectMissing) return false;
    throw error;
  }
}
