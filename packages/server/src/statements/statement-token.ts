import type { Context } from '../context.ts';

type TokenContext = Pick<Context, 'secrets'>;

/** The part of a statement's address that cannot be guessed. It is made from the id, so the database holds no key to the page. */
export const statementToken = ({ secrets }: TokenContext, id: string): string => `${id}.${secrets.sign('statement', id)}`;

/** The statement that a token opens; null = it is none of ours. */
export function statementOf({ secrets }: TokenContext, token: string): string | null {
  const [id = '', signature = '', ...more] = token.split('.');
  return more.length === 0 && secrets.verify('statement', id, signature) ? id : null;
}
