import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { AnalyserRun, Analysis } from '@clearframe/contract';
import { z } from 'zod';
import type { CheckerAnswer, CheckerRequest, CheckerStart, Outcome } from './checker-messages.ts';

// These limits end what hangs. A machine with much else to do needs longer than a minute for a start, or for one picture.
/** Start of a process: the model may have to be converted first. */
const START_TIMEOUT_MS = 180_000;
/** One picture, its download included. */
const CHECK_TIMEOUT_MS = 180_000;
/** The same where other analysers are asked, with their retries and pauses (checker.ts). */
const CONSULT_TIMEOUT_MS = CHECK_TIMEOUT_MS + 240_000;

const Checked = z.object({ analysis: Analysis, runs: z.array(AnalyserRun), thumbnail: z.base64().optional() });

export type Checker = {
  /** Never throws: a process that ends or hangs gives a problem, and the checker is then of no more use. */
  check(request: CheckerRequest): Promise<Outcome>;
  isAlive(): boolean;
  stop(): void;
};

/**
 * Starts a checking process and waits until it has loaded its model.
 * @throws Error when the process cannot start or the model cannot be loaded
 */
export async function startChecker(script: URL, start: CheckerStart): Promise<Checker> {
  const child = fork(script, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  child.send(start);
  const first = await nextAnswer(child, START_TIMEOUT_MS);
  if (first === 'ended' || first === 'silent' || !('ready' in first)) {
    child.kill('SIGKILL');
    const reason = typeof first === 'object' && 'failed' in first ? first.failed : `its process ${first}`;
    throw new Error(`The analysis could not be started: ${reason}`);
  }
  const timeoutMs = start.analysers.length > 0 ? CONSULT_TIMEOUT_MS : CHECK_TIMEOUT_MS;
  const isAlive = () => child.connected && child.exitCode === null && child.signalCode === null;
  return {
    isAlive,
    stop: () => child.kill('SIGKILL'),
    async check(request) {
      if (!isAlive()) return { problem: 'The analysis ended unexpectedly' };
      child.send(request, () => undefined);
      const answer = await nextAnswer(child, timeoutMs);
      if (typeof answer === 'object' && ('analysis' in answer || 'problem' in answer)) return answer;
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      return { problem: answer === 'silent' ? 'The analysis took too long' : 'The analysis ended unexpectedly on this file' };
    },
  };
}

/** What the process says next; `ended` when it ends first, `silent` when the time passes. */
function nextAnswer(child: ChildProcess, timeoutMs: number): Promise<CheckerAnswer | 'ended' | 'silent'> {
  return new Promise((resolve) => {
    const finish = (answer: CheckerAnswer | 'ended' | 'silent') => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
      resolve(answer);
    };
    const onMessage = (message: unknown) => finish(isAnswer(message) ? message : 'ended');
    const onEnd = () => finish('ended');
    const timer = setTimeout(() => finish('silent'), timeoutMs);
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd);
  });
}

/** The process runs our own code over files of others: what it says is looked at before it is believed. */
function isAnswer(message: unknown): message is CheckerAnswer {
  if (typeof message !== 'object' || message === null) return false;
  if ('analysis' in message) return Checked.safeParse(message).success;
  return 'ready' in message || 'failed' in message || 'problem' in message;
}
