import { fileURLToPath } from 'node:url';

/**
 * What was made while an image was built, laid out as in DATA_DIR: machines that come and go begin with an empty one. Elsewhere there is
 * no such folder (docs/decisions/083).
 */
export const preparedFolder = fileURLToPath(new URL('../../prepared', import.meta.url));
