import type { Claim } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { describe, expect, it } from 'vitest';
import { createHolds } from './holds.ts';

const claimOf = (media_id: string): Claim => ({
  id: `claim of ${media_id}`,
  media_id,
  by: { id: 'ada', name: 'Ada Example' },
  expires_at: '2026-11-24T10:02:00.000Z',
});
const refusal = (code: string) => new ClearframeError(409, 'Refused', { code });
/** Until everything that waits for an answer has it. */
const answered = () => new Promise((resolve) => setTimeout(resolve, 0));

function page() {
  const calls: string[] = [];
  const refusals = new Map<string, Error>();
  let tasks: (() => void)[] = [];
  const told = (name: string, id: string) => {
    calls.push(`${name} ${id}`);
    const refused = refusals.get(`${name} ${id}`);
    if (refused) throw refused;
  };
  const holds = createHolds({
    claim: async (mediaId) => {
      told('claim', mediaId);
      return claimOf(mediaId);
    },
    renew: async (id) => {
      told('renew', id);
      return claimOf(id.replace('claim of ', ''));
    },
    release: (id) => void calls.push(`release ${id}`),
    soon: (task) => void tasks.push(task),
  });
  const settle = async () => {
    for (const task of tasks.splice(0)) task();
    tasks = [];
    await answered();
  };
  return { holds, refusals, settle, said: () => calls.splice(0) };
}

describe('holds', () => {
  it('claim what is wanted, keep what the next page wants too, and give the rest back', async () => {
    const { holds, settle, said } = page();
    holds.want(['a', 'b']);
    await settle();
    expect(said()).toEqual(['claim a', 'claim b']);
    // One page makes way for the next.
    holds.want([]);
    holds.want(['b', 'c']);
    await settle();
    expect(said()).toEqual(['release claim of a', 'claim c']);
    holds.want([]);
    await settle();
    expect(said()).toEqual(['release claim of b', 'release claim of c']);
  });

  it('renew what is held, and claim again what was lost', async () => {
    const { holds, refusals, settle, said } = page();
    holds.want(['a']);
    await settle();
    holds.refresh();
    await answered();
    expect(said()).toEqual(['claim a', 'renew claim of a']);
    refusals.set('renew claim of a', refusal('claim_lost'));
    holds.refresh();
    await answered();
    expect(said()).toEqual(['renew claim of a', 'claim a']);
  });

  it('say that somebody else is there, and take the item once they are gone', async () => {
    const { holds, refusals, settle, said } = page();
    let changes = 0;
    holds.subscribe(() => {
      changes += 1;
    });
    refusals.set('claim a', refusal('claimed'));
    holds.want(['a']);
    await settle();
    expect([holds.isRefused('a'), changes]).toEqual([true, 1]);
    refusals.clear();
    holds.retry('a');
    await answered();
    expect([holds.isRefused('a'), changes]).toEqual([false, 2]);
    expect(said()).toEqual(['claim a', 'claim a']);
  });

  it('say what is held, and claim again at once what a decision ended that was taken back', async () => {
    const { holds, settle, said } = page();
    holds.want(['a']);
    expect(holds.isHeld('a')).toBe(false);
    await settle();
    expect(holds.isHeld('a')).toBe(true);
    holds.decided('a');
    expect(holds.isHeld('a')).toBe(false);
    holds.again('a');
    holds.again('b');
    await answered();
    expect(holds.isHeld('a')).toBe(true);
    expect(said()).toEqual(['claim a', 'claim a']);
  });

  it('keep a claim through a break of the line', async () => {
    const { holds, refusals, settle, said } = page();
    holds.want(['a']);
    await settle();
    refusals.set('renew claim of a', new ClearframeError(0, 'No answer'));
    holds.refresh();
    await answered();
    refusals.clear();
    holds.refresh();
    await answered();
    expect(said()).toEqual(['claim a', 'renew claim of a', 'renew claim of a']);
  });

  it('take over a claim that came with its item, and leave one to the decision that ends it', async () => {
    const { holds, settle, said } = page();
    holds.want(['a']);
    await settle();
    holds.adopt(claimOf('b'));
    holds.want(['a', 'b']);
    await settle();
    expect(said()).toEqual(['claim a']);
    holds.decided('a');
    holds.want(['b']);
    await settle();
    expect(said()).toEqual([]);
  });

  it('keep a claim that came with its item until its page says whether it wants it', async () => {
    const { holds, settle, said } = page();
    holds.want(['a']);
    // Before what was wanted has been settled, on a slow machine.
    holds.adopt(claimOf('b'));
    await settle();
    expect(said()).toEqual(['claim a']);
    holds.want(['a', 'b']);
    await settle();
    expect(said()).toEqual([]);
    holds.adopt(claimOf('c'));
    holds.want(['b']);
    await settle();
    expect(said()).toEqual(['release claim of a', 'release claim of c']);
  });

  it('give back what arrives after nobody wants it any more', async () => {
    const { holds, settle, said } = page();
    holds.want(['a']);
    const arriving = settle();
    holds.want([]);
    await Promise.all([arriving, settle()]);
    await answered();
    expect(said()).toEqual(['claim a', 'release claim of a']);
  });

  it('give back a claim that comes with an item after the page was left', async () => {
    const { holds, settle, said } = page();
    holds.want(['a']);
    await settle();
    holds.want([]);
    await settle();
    said();
    holds.adopt(claimOf('b'));
    expect(said()).toEqual(['release claim of b']);
  });

  it('hold an item that somebody else let go, once it comes as the next one', async () => {
    const { holds, refusals, settle, said } = page();
    refusals.set('claim a', refusal('claimed'));
    holds.want(['a']);
    await settle();
    holds.adopt(claimOf('a'));
    expect(holds.isRefused('a')).toBe(false);
    holds.want([]);
    await settle();
    expect(said()).toEqual(['claim a', 'release claim of a']);
  });

  it('let everything go when the page closes, and hold it again when it comes back', async () => {
    const { holds, settle, said } = page();
    holds.want(['a']);
    await settle();
    holds.leave();
    expect(said()).toEqual(['claim a', 'release claim of a']);
    holds.refresh();
    await answered();
    expect(said()).toEqual(['claim a']);
  });

  it('keep what is wanted again before the first answer is there: both are the same claim', async () => {
    const { holds, settle, said } = page();
    holds.want(['a']);
    const arriving = settle();
    holds.want([]);
    const leaving = settle();
    holds.want(['a']);
    await Promise.all([arriving, leaving, settle()]);
    await answered();
    expect(said()).toEqual(['claim a', 'claim a']);
    expect(holds.isHeld('a')).toBe(true);
  });

  it('give back what a refused decision did not end, once its page is left', async () => {
    const { holds, settle, said } = page();
    holds.want(['a']);
    await settle();
    holds.decided('a');
    holds.want(['b']);
    await settle();
    holds.again('a');
    holds.again('a');
    expect(said()).toEqual(['claim a', 'claim b', 'release claim of a']);
  });
});
