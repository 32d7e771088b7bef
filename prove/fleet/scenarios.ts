import type { Scenario } from './scenario.ts';
import { kill } from './scenarios/kill.ts';

/** Every scenario by its name, in the order in which all of them run. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map(Object.entries({ kill }));
