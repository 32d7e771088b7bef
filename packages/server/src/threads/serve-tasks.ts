import { parentPort } from 'node:worker_threads';
import type { Task } from './threads.ts';

/** What a thread is asked. */
export type Asked = { name: string; input: unknown; budgetMs: number };
/** What it says: that it is ready, what came out, or what was thrown. */
export type Said = { kind: 'ready' } | { kind: 'done'; output: unknown } | { kind: 'failed'; message: string };

/** Runs in a thread: computes what is asked, one task at a time. */
export function serveTasks(tasks: readonly Task<unknown, unknown>[]): void {
  const byName = new Map(tasks.map((task) => [task.name, task]));
  const say = (said: Said) => parentPort?.postMessage(said);
  parentPort?.on('message', ({ name, input, budgetMs }) => {
    const until = performance.now() + budgetMs;
    try {
      const task = byName.get(name);
      if (!task) throw new Error(`No task is called ${name}`);
      say({ kind: 'done', output: task.run(input, () => performance.now() >= until) });
    } catch (error) {
      say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  });
  say({ kind: 'ready' });
}
