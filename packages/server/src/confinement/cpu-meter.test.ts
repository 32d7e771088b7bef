import { expect, it } from 'vitest';
import { createCpuMeter } from './cpu-meter.ts';

it('OPS-03 says what computing went into since it was last asked', () => {
  let used = 0;
  const meter = createCpuMeter(() => used);
  used = 10;
  meter.enter('decode');
  used = 30;
  meter.enter('classify');
  used = 33;
  meter.enter('decode');
  used = 40;
  expect(meter.take()).toEqual({ start: 10, decode: 27, classify: 3 });
  used = 41;
  expect(meter.take()).toEqual({ decode: 1 });
});
