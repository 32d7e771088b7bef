import { expect, it } from 'vitest';
import { unconfined } from '../../confinement/level.ts';
import { judgeConfinement } from './machine.ts';

it('SEC-02 says what decoders are not kept from', () => {
  const all = { namespaces: 'all', userNamespace: false, ownUser: true, setpriv: true } as const;
  expect(judgeConfinement(all).level).toBe('ok');
  expect(judgeConfinement(unconfined)).toMatchObject({ level: 'warning', found: expect.stringContaining('the network') });
});
