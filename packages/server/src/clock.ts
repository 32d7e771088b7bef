/** Injected so that tests set the time. */
export type Clock = { now(): Date };
