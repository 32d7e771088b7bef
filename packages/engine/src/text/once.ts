export type Once<T> = {
  /** Makes the value at the first call. A failure is not kept: the next call tries again. */
  get(): Promise<T>;
  /** The value if it was made. */
  made(): Promise<T | undefined>;
};

/** A part that is made when it is first needed. */
export function once<T>(make: () => Promise<T>): Once<T> {
  let value: Promise<T> | undefined;
  return {
    get() {
      value ??= make().catch((error: unknown) => {
        value = undefined;
        throw error;
      });
      return value;
    },
    made: async () => value,
  };
}
