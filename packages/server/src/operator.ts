import { readEnvironment, variablesOf } from './environment.ts';
import { runOperator } from './operator/run-operator.ts';

try {
  const variables = variablesOf(readEnvironment());
  process.exitCode = await runOperator(process.argv.slice(2), { print: console.log, complain: console.error }, variables);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
