import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { libraryPath } from './fetch-library.ts';
import { libraryPackage } from './video-library.ts';

/**
 * What was made while an image was built, laid out as in DATA_DIR: machines that come and go begin with an empty one. Elsewhere there is
 * no such folder (docs/decisions/083).
 */
export const preparedFolder = fileURLToPath(new URL('../../prepared', import.meta.url));

/** Where FFmpeg's library came with the image; null where it did not. */
export function preparedTools(prepared: string = preparedFolder): string | null {
  const wanted = libraryPackage(process.platform, process.arch);
  const tools = join(prepared, 'tools');
  return wanted && existsSync(libraryPath(tools, wanted)) ? tools : null;
}
