import { AppError, serverMessages } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { checkNewPassword } from './check-new-password.ts';

const owner = { name: 'Ada Example', email: 'grace.hopper@example.com' };

async function outcome(password: string): Promise<string> {
  try {
    await checkNewPassword(password, owner);
    return 'taken';
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
    expect(error.errors).toEqual([{ path: 'password', message: error.message }]);
    return error.message;
  }
}

describe('a new password', () => {
  it.each(['Password1!', 'P@ssw0rd', '!Qwerty123', 'Iloveyou!', '#Dragon2026', 'FOOTBALL!!', 'Ｐassword1!'])(
    'AUTH-01 is refused when it is a common one behind the decoration that the rules ask for: %s',
    async (password) => expect(await outcome(password)).toBe(serverMessages.passwordCommon),
  );

  it.each(['Clearframe!1', 'CLEARframe-2026', 'Example-12!', 'Grace.hopper1', 'Hopper-!1234', 'Example-example!1'])(
    'AUTH-01 is refused when it is little more than the product, the name or the address: %s',
    async (password) => expect(await outcome(password)).toBe(serverMessages.passwordPersonal),
  );

  it.each([
    'Correct-horse-9',
    'Frames-are-lit',
    'Longenough!',
    'A!8394750283',
    'My-example-of-seven-words',
    'Ada!-lives-here',
    '密码很长的-À!',
  ])('AUTH-01 is taken when it is neither: %s', async (password) => expect(await outcome(password)).toBe('taken'));

  it('AUTH-01 is refused for most of the list in every usual decoration, more than the 3,000 that ASVS 6.2.4 asks for', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    const words = dictionary['passwords-common'].filter((word) => /^[a-z]{7,}$/.test(word)).slice(0, 3_000);
    expect(words).toHaveLength(3_000);
    for (const word of words) expect(await outcome(`${word[0]?.toUpperCase()}${word.slice(1)}1!`)).not.toBe('taken');
  });
});
