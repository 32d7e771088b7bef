import { expect, it } from 'vitest';
import { fakeClock, plainSend } from '../../test/fake-provider.ts';
import { createAnalysers } from './create-all-analysers.ts';

it('refuses a name that is none of an analyser', () => {
  const parts = { send: plainSend, clock: fakeClock() };
  expect(() => createAnalysers([{ name: 'oracle', settings: {} }], parts)).toThrow('no analyser "oracle"');
});
