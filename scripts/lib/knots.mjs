import { dirname } from 'node:path';

/**
 * Two folders of which each has a file that uses one of the other, types included, the folder above another one too.
 * @param imports each file with the files that it imports, paths from one root
 * @returns one line each
 */
export function twoWays(imports) {
  const first = new Map();
  for (const [file, reached] of imports)
    for (const other of reached) {
      const [from, to] = [dirname(file), dirname(other)];
      if (from !== to && !first.has(`${from} ${to}`)) first.set(`${from} ${to}`, `${file} → ${other}`);
    }
  return [...first].flatMap(([pair, one]) => {
    const [from, to] = pair.split(' ');
    const back = first.get(`${to} ${from}`);
    return from < to && back ? [`${from} and ${to} use each other: ${one}, ${back}`] : [];
  });
}

/**
 * Files that lead back to themselves, types included: Biome sees the rings of values only. By Tarjan's strongly connected components.
 * @param imports each file with the files that it imports, paths from one root
 * @returns one line for each ring
 */
export function rings(imports) {
  const found = [];
  const order = new Map();
  const lowest = new Map();
  const open = [];
  const visit = (file) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    open.push(file);
    for (const other of imports.get(file) ?? []) {
      if (!order.has(other)) visit(other);
      if (open.includes(other)) lowest.set(file, Math.min(lowest.get(file), lowest.get(other)));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const ring = open.splice(open.indexOf(file));
    if (ring.length > 1) found.push(`${ring.sort().join(', ')} lead back to themselves`);
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return found;
}
