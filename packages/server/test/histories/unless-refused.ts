import { AppError } from '@clearframe/contract';

/** What may be refused is refused: that is an answer too. */
export async function unlessRefused<T>(run: Promise<T>): Promise<T | undefined> {
  try {
    return await run;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'internal') return undefined;
    throw error;
  }
}
