/** The browser lets go what nobody holds, and would read it anew while somebody waits for it. */
const copies: HTMLImageElement[] = [];
const HELD = 3;

/** Each reading of an item signs another address of the same file. */
const fileOf = (address: string) => address.split('?')[0];
const find = (address: string) => copies.find(({ src }) => fileOf(src) === fileOf(new URL(address, location.href).href));
const isBroken = ({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth === 0;

/** Loads a copy that will be looked at soon, and holds the newest few of them. */
export function prepareCopy(address: string): void {
  const known = find(address);
  if (known) copies.splice(copies.indexOf(known), 1);
  const copy = known && !isBroken(known) ? known : new Image();
  if (copy !== known) copy.src = address;
  copies.push(copy);
  copies.splice(0, copies.length - HELD);
}

/** The address under which this browser has that copy; null where it was not prepared, or is still on its way. */
export function preparedCopy(address: string | null): string | null {
  const copy = address === null ? undefined : find(address);
  return copy?.complete && !isBroken(copy) ? copy.src : null;
}
