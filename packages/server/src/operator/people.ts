import { readConfig } from '../config.ts';
import { changeOperator, listOperators } from '../console/people.ts';
import { parsePeople } from './command.ts';
import { openOperatorDatabase } from './operator-database.ts';
import type { Run } from './run.ts';

/** `clearframe operator add`, `remove` and `list`: who may open the operator console. */
export const people: Run = async (args, env, { print, complain }) => {
  const wanted = parsePeople(args);
  const { close, db } = await openOperatorDatabase(readConfig(env));
  try {
    if (wanted.action === 'list') {
      const all = await listOperators(db);
      for (const { email, name, since, hasTwoStep } of all)
        print(
          `${email}  ${name}  since ${since.toISOString()}${hasTwoStep ? '' : '  without two-step sign-in: cannot open it yet'}`,
        );
      print(all.length === 1 ? '1 person can open the operator console.' : `${all.length} people can open the operator console.`);
      return 0;
    }
    const { action, email } = wanted;
    const outcome = await changeOperator(db, action, email);
    if (outcome === 'unknown') complain(`There is no account with the address ${email}.`);
    if (outcome === 'already')
      complain(`${email} ${action === 'add' ? 'is an operator already' : 'is no operator'}. Nothing changed.`);
    if (outcome === 'done')
      print(
        action === 'add'
          ? `${email} can open the console at /operator, once two-step sign-in is on.`
          : `${email} can no longer open the operator console.`,
      );
    return outcome === 'done' ? 0 : 1;
  } finally {
    await close();
  }
};
