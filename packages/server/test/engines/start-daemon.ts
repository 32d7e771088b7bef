import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type DaemonOptions = {
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** What ends it in order, where it has to end in order. INT would be ignored: shells start what is in the background so. */
  signal?: 'TERM' | 'KILL';
  uid?: number;
  gid?: number;
};

/** A program that serves until we end, however we end. */
export type Daemon = {
  pid: number;
  /** Everything that it has printed, of late. */
  output(): string;
  /** Its exit code; null = ended by a signal of its starter. */
  ended: Promise<number | null>;
  hasEnded(): boolean;
  /** Ends it, and waits. */
  end(): Promise<number | null>;
};

/** It ends with its standard input, which closes however this process ends. Its number comes first. */
const untilWeEnd = `exec 3<&0
"$@" 3<&- </dev/null & daemon=$!
echo $daemon
{ read -r _ <&3; kill -$0 $daemon; } & guard=$!
wait $daemon; code=$?
kill $guard
exit $code`;

const keptOutput = 200_000;

/** @param command the program, then its arguments */
export async function startDaemon(command: readonly string[], options: DaemonOptions): Promise<Daemon> {
  const { signal = 'KILL', ...rest } = options;
  const child = spawn('sh', ['-c', untilWeEnd, signal, ...command], { ...rest, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null));
  // Written to after its end.
  child.stdin.on('error', () => undefined);
  const [first] = await once(child.stdout, 'data');
  const [number = '', ...said] = String(first).split('\n');
  let output = said.join('\n');
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      output = (output + bytes).slice(-keptOutput);
    });
  return {
    pid: Number(number.trim()),
    output: () => output,
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async end() {
      child.stdin.end();
      return await ended;
    },
  };
}
