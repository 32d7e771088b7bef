import type { Output } from './check/report.ts';

/** What a command has around it; tests pass others. */
export type Surroundings = {
  out: Output;
  err: Output;
  /** Where the converted model is kept between calls. */
  cacheFolder: string;
  /** The script that checks; another one in tests. */
  checkerScript?: URL;
  /** Variables: the settings of the analysers beside the built-in one. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Now, for the date on a page. */
  now?: () => Date;
  /** Asks the person at the terminal. */
  ask?: (question: string) => Promise<string>;
  /** Ends a watch, as Ctrl+C does. */
  stopped?: AbortSignal;
  /** Waits between two looks into a watched folder. */
  wait?: (ms: number) => Promise<unknown>;
};
