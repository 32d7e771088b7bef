import type { CpuSpent, DecoderStage } from './messages.ts';

export type CpuMeter = {
  /** From now on computing is for that. */
  enter(stage: DecoderStage): void;
  /** What was spent on each since it was last asked, in microseconds. */
  take(): CpuSpent;
};

/** Says what the CPU time of this process went into, all threads together. @param usedMicros so far */
export function createCpuMeter(usedMicros: () => number): CpuMeter {
  let spent: CpuSpent = {};
  let stage: DecoderStage = 'start';
  let last = 0;
  const enter = (next: DecoderStage): void => {
    const now = usedMicros();
    spent[stage] = (spent[stage] ?? 0) + now - last;
    last = now;
    stage = next;
  };
  return {
    enter,
    take() {
      enter(stage);
      const all = spent;
      spent = {};
      return all;
    },
  };
}
