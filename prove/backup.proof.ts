import { backUpUnderLoad } from './backup.ts';

/** A backup made under load is one moment of the server: its copy starts, adds up, has every file, and goes on. */
const result = await backUpUnderLoad({ before: 400, during: 2_000, print: (line) => console.log(line) });
console.log(JSON.stringify(result));
const { codes, during, items, commits, chargedTwice, reserved, judged } = result;
const addsUp = items === commits && chargedTwice === 0 && reserved === 0;
process.exitCode = codes.every((code) => code === 0) && during > 0 && addsUp && judged ? 0 : 1;
