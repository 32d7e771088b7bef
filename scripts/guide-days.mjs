/** Refuses a guide that says a day before its last change. */
import { lateGuideDays } from './lib/guide-days.mjs';

const late = lateGuideDays();
for (const problem of late) console.error(problem);
process.exitCode = late.length === 0 ? 0 : 1;
