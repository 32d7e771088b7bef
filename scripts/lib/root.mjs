import { fileURLToPath } from 'node:url';

/** The clone, absolute, without a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
