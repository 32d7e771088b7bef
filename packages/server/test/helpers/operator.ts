import { runOperator } from '../../src/operator/run-operator.ts';

/** `out` is what it printed, `errors` what it complained of, `said` both in their order. */
export type Operated = { code: number; out: string; errors: string; said: string };

/** Runs a command of operators in this process, and gives its exit code and its lines. */
export async function operate(args: readonly string[], env: Record<string, string | undefined>): Promise<Operated> {
  const lines: { line: string; isError: boolean }[] = [];
  const code = await runOperator(
    args,
    {
      print: (line) => void lines.push({ line, isError: false }),
      complain: (line) => void lines.push({ line, isError: true }),
    },
    env,
  );
  const textOf = (some: typeof lines) => some.map(({ line }) => line).join('\n');
  return {
    code,
    out: textOf(lines.filter(({ isError }) => !isError)),
    errors: textOf(lines.filter(({ isError }) => isError)),
    said: textOf(lines),
  };
}
