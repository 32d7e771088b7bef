import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { commands, shells } from './commands.ts';
import { completionScript } from './completion.ts';

/** What bash offers for the last of these words. */
function offered(...words: string[]): string[] {
  const script = `${completionScript('bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_clearframe; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8', cwd: import.meta.dirname });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

it('offers commands, their options, and what stands behind those, in bash', () => {
  expect(offered('clearframe', 'che')).toEqual(['check']);
  expect(offered('clearframe', 'check', '--m')).toEqual(['--move-flagged']);
  expect(offered('clearframe', 'check', '--watch', 'ev')).toEqual(['eval']);
  expect(offered('clearframe', 'check', 'main')).toEqual(['main.ts']);
  expect(offered('clearframe', 'eval', '--analysers', 'lo')).toEqual(['local']);
  expect(offered('clearframe', 'completion', '')).toEqual(expect.arrayContaining([...shells]));
  expect(offered('clearframe', 'help', 'doc')).toEqual(['doctor']);
});

it.each(shells)('knows every command and option of the help in %s', (shell) => {
  const script = completionScript(shell);
  for (const { name, options = [] } of commands) {
    expect(script).toContain(name);
    for (const option of options) expect(script).toContain(option.name);
  }
});

it.each(['zsh', 'fish'] as const)('is read by %s without a fault, where it is installed', (shell) => {
  const { error, status, stderr } = spawnSync(shell, ['-n', '/dev/stdin'], { input: completionScript(shell), encoding: 'utf8' });
  if (error) return expect(error.message).toContain('ENOENT');
  expect([status, stderr]).toEqual([0, '']);
});
