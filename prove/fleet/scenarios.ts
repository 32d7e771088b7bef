import type { Scenario } from './scenario.ts';
import { cutOff } from './scenarios/cut-off.ts';
import { fair } from './scenarios/fair.ts';
import { kill } from './scenarios/kill.ts';
import { primary } from './scenarios/primary.ts';
import { rolling } from './scenarios/rolling.ts';
import { scale } from './scenarios/scale.ts';
import { storage } from './scenarios/storage.ts';
import { wrongDatabase } from './scenarios/wrong-database.ts';

/** Every scenario by its name, in the order in which all of them run. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map(
  Object.entries({ kill, storage, 'wrong-database': wrongDatabase, 'cut-off': cutOff, rolling, primary, fair, scale }),
);
