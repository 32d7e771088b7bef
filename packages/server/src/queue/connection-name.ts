/** Name under which a process's queue connections show in pg_stat_activity. */
export function queueConnectionName(processName: string): string {
  return `clearframe queue ${processName}`;
}
