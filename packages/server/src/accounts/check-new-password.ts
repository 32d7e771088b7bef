import { AppError, limits, serverMessages } from '@clearframe/contract';

/** Who the password is for: words that a guesser tries first. */
export type PasswordOwner = { name: string; email: string };

/** Shorter words stand in too many good passwords by chance. */
const contextWordMinLength = 4;

let list: Promise<ReadonlySet<string>> | undefined;

/** The 49,233 most common passwords, lower case; about 20 ms and 10 MB when first asked for. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return list;
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * Hardly anything in such a list has a capital and a special character, so what our rules ask for would hide every common
 * password: `Password1!` is compared as `password` too, when that is at least half of it.
 */
async function isCommon(folded: string): Promise<boolean> {
  const common = await commonPasswords();
  const core = folded.replace(/^\P{L}+|\P{L}+$/gu, '');
  return common.has(folded) || (core.length * 2 >= folded.length && common.has(core));
}

/** The product, the parts of the name, and the address before its @, whole and in parts. */
function contextWords({ name, email }: PasswordOwner): string[] {
  const local = fold(email).trim().split('@')[0] ?? '';
  const words = ['clearframe', local, ...local.split(/[^\p{L}\p{N}]+/u), ...fold(name).split(/[^\p{L}\p{N}]+/u)];
  return words.filter((word) => word.length >= contextWordMinLength);
}

/** Whether the password is little more than such a word: without it, less is left than a password must have. */
function isFromContext(folded: string, owner: PasswordOwner): boolean {
  return contextWords(owner).some(
    (word) => folded.includes(word) && folded.replaceAll(word, '').length < limits.passwordMinLength,
  );
}

/**
 * The one door for every new password (registration, reset, change, invitation), after the contract's rules: refuses the most
 * common ones and those made of the product's name, the person's name or mail address (ASVS 5.0, 6.2.4 and 6.2.11).
 * @throws AppError validation_failed with the sentence at `password`
 */
export async function checkNewPassword(password: string, owner: PasswordOwner): Promise<void> {
  const folded = fold(password);
  const message = isFromContext(folded, owner)
    ? serverMessages.passwordPersonal
    : (await isCommon(folded))
      ? serverMessages.passwordCommon
      : null;
  if (message !== null) throw new AppError('validation_failed', { message, errors: [{ path: 'password', message }] });
}
