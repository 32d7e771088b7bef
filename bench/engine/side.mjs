/** One side in its own process: gets the pictures, then runs one row on one picture at a time and says what it cost. */
import { engineSide, nsfwjsSide } from './sides.mjs';

process.once('message', async ({ side, pictures }) => {
  const rows = await (side === 'engine' ? engineSide : nsfwjsSide)(pictures);
  // Counted from answer to answer: this process does nothing in between except to clean up after itself, which is part of the cost.
  let before = process.cpuUsage();
  process.on('message', async ({ row, index }) => {
    const started = performance.now();
    const classes = await rows[row](pictures[index]);
    const wallMs = performance.now() - started;
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    process.send({ classes, wallMs, cpuMs: (user + system) / 1000 });
  });
  process.send({ ready: Object.keys(rows) });
});
