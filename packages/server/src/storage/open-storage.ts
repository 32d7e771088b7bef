import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createDiskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

/** Folder of the objects on this machine's disk. */
export const objectsFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'objects');

/** The storage of this set-up. */
export const openStorage = (config: Pick<Config, 'dataDir'>): Storage => createDiskStorage(objectsFolder(config));
