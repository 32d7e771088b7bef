import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createDiskObjects } from './disk-objects.ts';
import type { Objects } from './storage.ts';

/** Folder of the objects on this machine's disk. */
export const objectsFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'objects');

/** The objects of this set-up, for what serves none: the start and the operator's commands. */
export const openObjects = (config: Pick<Config, 'dataDir'>): Objects => createDiskObjects(objectsFolder(config));
