/** What runs of each group in this process. */
export type GroupCounts = {
  /** Counts one more, unless so many run. @returns whether it was counted */
  enter(group: string, most: number): boolean;
  leave(group: string): void;
};

/**
 * The library counts a group's jobs in the database as it takes one: workers that look at the same moment see the same count, and
 * together take too many. This is asked again before a job begins.
 */
export function createGroupCounts(): GroupCounts {
  const running = new Map<string, number>();
  return {
    enter(group, most) {
      const count = running.get(group) ?? 0;
      if (count >= most) return false;
      running.set(group, count + 1);
      return true;
    },
    leave(group) {
      const count = running.get(group) ?? 0;
      if (count > 1) running.set(group, count - 1);
      else running.delete(group);
    },
  };
}
