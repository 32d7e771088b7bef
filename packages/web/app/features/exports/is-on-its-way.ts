import type { DataExport } from '@clearframe/contract';

/** True while the file is waited for or being made. */
export const isOnItsWay = ({ state }: DataExport): boolean => state === 'queued' || state === 'running';
