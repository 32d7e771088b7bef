import { AppError, limits } from '@clearframe/contract';

/** What a door takes. */
export type CheckLimits = {
  /** Default `limits.checkMaxBytes`. */
  maxBytes?: number;
  /** 0 = no videos. Left out = the door knows none. */
  videoMaxSeconds?: number;
};

const picturesAlone = 'Unsupported media type. Accepted: images JPEG, PNG, WebP, GIF, HEIC, HEIF, AVIF';

function sentenceOf({ code }: AppError, { maxBytes = limits.checkMaxBytes, videoMaxSeconds }: CheckLimits): string | null {
  const most = Math.floor(maxBytes / 1_048_576);
  if (code === 'body_too_large') return `A ${videoMaxSeconds === undefined ? 'picture' : 'file'} may have up to ${most} MB`;
  return code === 'api_file_unsupported' && !videoMaxSeconds ? picturesAlone : null;
}

export const videoTooLong = (mostSeconds: number): AppError =>
  new AppError('api_file_unsupported', { message: `A video may last at most ${mostSeconds} s here` });

/** Says in a refusal what this door takes: the sentences of uploads name files and sizes that it does not. @throws what `work` throws */
export async function sayLimits<T>(taken: CheckLimits, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof AppError ? sentenceOf(error, taken) : null;
    if (!(error instanceof AppError) || message === null) throw error;
    throw new AppError(error.code, { message, cause: error });
  }
}
