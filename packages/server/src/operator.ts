import './quick-imports.ts';
import { readEnvironment, variablesOf } from './environment.ts';

try {
  const variables = variablesOf(readEnvironment());
  const { runOperator } = await import('./operator/run-operator.ts');
  process.exitCode = await runOperator(process.argv.slice(2), { print: console.log, complain: console.error }, variables);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
