import { measureDesk } from './desk.ts';

/**
 * The desk of a reviewer, with a processor four times slower: 100 items by keyboard with 1.2 keys each at most, the next picture within
 * 100 ms for 95 of 100, and nothing that jumps. Then 10,000 items as one selection, cancelled and undone while the page is used. It wants
 * a machine that does nothing else. Smaller numbers may follow.
 */
const [keyboardItems = '100', allItems = '10000'] = process.argv.slice(2);
const result = await measureDesk({
  keyboardItems: Number(keyboardItems),
  allItems: Number(allItems),
  slower: 4,
  print: (line) => console.log(line),
});
const { keyboard, everything } = result;
const faults = [
  keyboard.keysEach > 1.2 ? 'too many keys' : null,
  keyboard.painted.p95 > 100 ? 'the next picture is late' : null,
  keyboard.shift + keyboard.shiftAfterKeys > 0 ? 'something jumps' : null,
  everything.steps < 2 ? 'no progress is told' : null,
  everything.undone !== everything.cancelledAt ? 'not all is undone' : null,
  everything.waitingAfter !== everything.items ? 'items are lost' : null,
  everything.opened.most > 5_000 ? 'the page hangs' : null,
].filter((fault) => fault !== null);
console.log(JSON.stringify({ ...result, faults }));
process.exitCode = faults.length === 0 ? 0 : 1;
