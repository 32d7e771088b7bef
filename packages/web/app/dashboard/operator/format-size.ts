import { formatBytes } from '../../shared/format/format.ts';

const GB = 1024 ** 3;

/** Bytes of disks and databases: those of a file end at megabytes. */
export const formatSize = (bytes: number): string => {
  if (bytes < GB) return formatBytes(bytes);
  return bytes < 1024 * GB ? `${(bytes / GB).toFixed(1)} GB` : `${(bytes / GB / 1024).toFixed(1)} TB`;
};
