/** The fields of a form that say something else than before: what somebody else changed meanwhile stays. */
export function changedFields<T extends object>(before: Readonly<Record<string, unknown>>, now: T): Partial<T> {
  const changed: Partial<T> = {};
  for (const key in now) if (JSON.stringify(now[key]) !== JSON.stringify(before[key])) changed[key] = now[key];
  return changed;
}
