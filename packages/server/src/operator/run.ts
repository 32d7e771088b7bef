import type { Variables } from '../environment.ts';

export type OperatorOutput = { print(line: string): void; complain(line: string): void };

/** One command: its words with the command's own first, and the variables to read instead of the process's own. Gives the exit code. */
export type Run = (args: readonly string[], env: Variables | undefined, output: OperatorOutput) => Promise<number>;
