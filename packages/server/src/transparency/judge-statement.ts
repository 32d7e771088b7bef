import { DsaStatement, type Label } from '@clearframe/contract';
import { sha256 } from '../security/secrets.ts';
import { type Scope, toDsaStatement } from './to-dsa-statement.ts';
import type { Unsent } from './unsent-statements.ts';

/** A statement in the database's shape, and why it may not be sent; none = it may. */
export type Judged = { unsent: Unsent; shape: DsaStatement; hash: string; errors: { path: string; message: string }[] };

/** Pure: by the database's own rules, and by what it said of exactly this text before. */
export function judgeStatement(unsent: Unsent, labels: readonly Label[], scope: Scope): Judged {
  const label = labels.find(({ key }) => key === unsent.content.label.key);
  const shape = toDsaStatement(unsent, label, scope);
  const hash = sha256(JSON.stringify(shape));
  const parsed = DsaStatement.safeParse(shape);
  const broken = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const said = unsent.refused?.hash === hash ? unsent.refused.errors : [];
  return { unsent, shape, hash, errors: [...broken, ...said] };
}
