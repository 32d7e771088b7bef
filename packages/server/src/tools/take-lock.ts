import { rm, stat, utimes, writeFile } from 'node:fs/promises';

/** While it is held the lock is touched this often; older than the second it was left behind by a process that was killed. */
const TOUCH_MS = 5_000;
const LEFT_MS = 30_000;

const code = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * Takes a lock between processes: a file that only one can create.
 * @returns what gives it back; null while another process holds it
 */
export async function takeLock(path: string, now: () => Date): Promise<(() => Promise<void>) | null> {
  const touched = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
  // Two that both find it left may both go on: then the same is fetched twice, and one of them is kept.
  if (touched !== null && now().getTime() - touched > LEFT_MS) await rm(path, { force: true });
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (code(error) === 'EEXIST') return null;
    throw error;
  }
  const touch = setInterval(() => void utimes(path, now(), now()).catch(() => undefined), TOUCH_MS);
  touch.unref();
  return async () => {
    clearInterval(touch);
    await rm(path, { force: true });
  };
}
