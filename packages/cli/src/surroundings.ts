import type { Output } from './report.ts';

/** What a command has around it; tests pass others. */
export type Surroundings = {
  out: Output;
  err: Output;
  /** Where the converted model is kept between calls. */
  cacheFolder: string;
  /** The script that checks; another one in tests. */
  checkerScript?: URL;
  /** Now, for the date on a page. */
  now?: () => Date;
};
