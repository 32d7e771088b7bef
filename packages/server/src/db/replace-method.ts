export type Call = (...args: unknown[]) => unknown;

/** Puts a watched method in the place of an object's own. Both have many signatures, of which the arguments pass through as they are. */
export function replaceMethod(target: object, name: string, wrap: (own: Call) => Call): void {
  const own: unknown = Reflect.get(target, name);
  if (typeof own !== 'function') throw new Error(`There is no ${name} to watch`);
  Object.defineProperty(target, name, {
    configurable: true,
    writable: true,
    value: wrap((...args) => Reflect.apply(own, target, args)),
  });
}
