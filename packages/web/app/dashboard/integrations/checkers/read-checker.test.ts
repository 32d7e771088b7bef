import { expect, it } from 'vitest';
import { checkerFaults, readChecker } from './read-checker.ts';

const form = (changes: Record<string, string> = {}) => {
  const data = new FormData();
  const filled = { name: 'Lemmy', reject_status: '406', on_error: 'closed', timeout: '25', video_max_seconds: '0', ...changes };
  for (const [name, value] of Object.entries(filled)) data.set(name, value);
  return readChecker(data);
};

it('DOOR-A3 reads seconds as milliseconds, a network a line, and an empty choice as that of all doors', () => {
  const read = form({ timeout: '1.5', allow_from: ' 192.0.2.0/24\n\n2001:db8::/32 ', on_review: '', keep: 'flagged' });
  expect(read).toMatchObject({ timeout_ms: 1_500, on_review: null, keep: 'flagged', on_error: 'closed', reject_status: 406 });
  expect(read.allow_from).toEqual(['192.0.2.0/24', '2001:db8::/32']);
  expect(checkerFaults(read)).toEqual({});
});

it('DOOR-A3 says for each field what would fit', () => {
  expect(checkerFaults(form({ name: ' ', timeout: '0', video_max_seconds: '1.5', allow_from: 'home' }))).toEqual({
    name: 'Please enter a name',
    timeout_ms: 'Enter 1 to 120 seconds.',
    video_max_seconds: 'Enter 0 to 600 whole seconds.',
    allow_from: 'Enter up to 20 networks, such as 192.0.2.0/24.',
  });
});
