import { killDuringVideo } from './video-kill.ts';

/** A video of ten minutes whose analysis is killed with -9 is analysed again and charged once (acceptance OPS-04, UP-09, API-04). */
const times = 75;
const { output, held: _held, ...result } = await killDuringVideo(times);
const { seconds, doneWhenKilled, flaggedSeconds, scoredSeconds, ledger, readers } = result;
console.log(`  ${JSON.stringify(result)}`);
const analysed = seconds === 8 * times && scoredSeconds === seconds && flaggedSeconds === 2 * times && readers === 0;
const charged = ledger.commits === 1 && ledger.chargedTwice === 0 && ledger.used === seconds && ledger.reserved === 0;
process.exitCode = doneWhenKilled < seconds && output.includes('ended by SIGKILL') && analysed && charged ? 0 : 1;
