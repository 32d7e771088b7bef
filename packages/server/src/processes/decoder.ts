/**
 * The program that decodes what strangers send, shut in by `confinement/`: without secrets, database, network or files but its own code.
 * Questions come through standard input, answers go through the fourth descriptor; one question at a time.
 */
import { Socket } from 'node:net';
import { MediaError } from '@clearframe/engine';
import { createCpuMeter } from '../confinement/cpu-meter.ts';
import type { Asked, Failure } from '../confinement/messages.ts';
import { readFrames, writeFrame } from '../confinement/wire.ts';
import { createDecoding, type Talk } from './decoding.ts';

const ANSWERS = 3;

const output = new Socket({ fd: ANSWERS, readable: false, writable: true });
// Whoever asked is gone, and the reason to go on with them.
output.on('error', () => process.exit(1));

const meter = createCpuMeter(() => {
  const { user, system } = process.cpuUsage();
  return user + system;
});
const read = readFrames(process.stdin);
const talk: Talk = {
  async next() {
    const frame = await read();
    if (!frame) process.exit(0);
    const asked: Asked = Object(frame.said);
    return { asked, parts: frame.parts };
  },
  answer: (said, parts) => writeFrame(output, { ...said, cpu: meter.take() }, parts),
};

function failureOf(error: unknown): Failure {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 2_000);
  if (error instanceof MediaError) return { failed: { message, media: error.reason } };
  const garbage = error instanceof Error && error.name === 'AnalyserError';
  return { failed: { message, range: error instanceof RangeError, garbage } };
}

const decode = createDecoding(talk, meter.enter);
for (;;) {
  const { asked, parts } = await talk.next();
  await decode(asked, parts).catch((error: unknown) => talk.answer(failureOf(error)));
}
