import { join } from 'node:path';

/** Path of one of the engine's pictures, for example `benign/pears.webp`. */
export const fixture = (name: string): string => join(import.meta.dirname, '../packages/engine/fixtures', name);
