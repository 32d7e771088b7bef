import { AppError } from '@clearframe/contract';

/** Which picture of a request was refused, and why. Nothing was kept or charged. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';
  readonly index: number;
  override readonly cause: AppError;
  constructor(index: number, cause: AppError) {
    super(cause.message);
    this.index = index;
    this.cause = cause;
  }
}

/** What one picture throws, with its place in the request. */
export async function ofPicture<T>(index: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError && error.status < 500 ? new PictureRefused(index, error) : error;
  }
}
