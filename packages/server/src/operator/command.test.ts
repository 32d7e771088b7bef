import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operatorUsage, parseGrant, UsageError } from './command.ts';

it('OPS-03 hands every command of the usage over to the server', () => {
  const program = readFileSync(new URL('../../../cli/bin/clearframe.mjs', import.meta.url), 'utf8');
  const list = /const operatorCommands = \[([^\]]*)\]/.exec(program)?.[1] ?? '';
  const handedOver = [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name);
  const named = [...operatorUsage.matchAll(/^(?:Usage:| {6}) clearframe (\S+)/gm)].map(([, name]) => name);
  expect(named).toContain('settings');
  expect(handedOver.sort()).toEqual([...new Set(named)].sort());
});

describe('clearframe grant', () => {
  it('UP-08 reads address, frames and reason in any order', () => {
    const grant = { email: 'ada@example.com', frames: 500, reason: 'load test' };
    expect(parseGrant(['grant', 'ada@example.com', '500', '--reason', ' load test '])).toEqual(grant);
    expect(parseGrant(['--reason=load test', 'grant', 'ada@example.com', '500'])).toEqual(grant);
  });

  it.each([
    [['grant', 'ada@example.com', '500'], /--reason is missing/],
    [['grant', 'ada@example.com', '500', '--reason', '  '], /--reason is missing/],
    [['grant', 'ada@example.com', '500', '--reason', 'a'.repeat(201)], /at most 200/],
    [['grant', 'ada@example.com', '--reason', 'x'], /an email address and a number/],
    [['grant', 'ada@example.com', '5', '6', '--reason', 'x'], /an email address and a number/],
    [['grant', 'ada@example.com', '0', '--reason', 'x'], /FRAMES: "0"/],
    [['grant', 'ada@example.com', '1.5', '--reason', 'x'], /FRAMES: "1.5"/],
    [['grant', 'ada@example.com', '1e3', '--reason', 'x'], /FRAMES: "1e3"/],
    [['grant', 'ada@example.com', '100000001', '--reason', 'x'], /FRAMES: "100000001"/],
    [['give', 'ada@example.com', '5', '--reason', 'x'], /Unknown command "give"/],
    [['grant', 'ada@example.com', '5', '--reason', 'x', '--force'], /--force/],
    [[], /Name a command/],
  ])('UP-08 refuses %j', (args, message) => {
    expect(() => parseGrant(args)).toThrow(UsageError);
    expect(() => parseGrant(args)).toThrow(message);
  });
});
