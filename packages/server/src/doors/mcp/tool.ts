import type { DoorSettings, TokenScope } from '@clearframe/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { DoorCaller } from '../shared/admit-token.ts';

/** Who calls a tool, and for how long anybody waits. */
export type ToolCall = { context: Context; caller: DoorCaller; signal: AbortSignal };

/** Something that an agent may do. Its words are ours alone: nothing that was uploaded stands in a name or a description. */
export type Tool = {
  name: string;
  title: string;
  /** Some follow from how the account's doors are set. */
  description: string | ((settings: DoorSettings) => string);
  scope: TokenScope;
  /** Only where the account's owner lets programs of this kind decide. */
  decides?: true;
  input: z.ZodObject;
  /** @throws AppError, whose sentence the agent is told */
  run: (input: unknown, call: ToolCall) => Promise<Record<string, unknown>>;
};

/** A tool whose input is what its schema says. */
export function tool<Input extends z.ZodObject>(
  made: Omit<Tool, 'input' | 'run'> & {
    input: Input;
    run: (input: z.infer<Input>, call: ToolCall) => Promise<Record<string, unknown>>;
  },
): Tool {
  return { ...made, run: async (input, call) => await made.run(made.input.parse(input), call) };
}

/** Whether a token sees the tool at all. */
export const maySee = (
  { scope, decides }: Pick<Tool, 'decides' | 'scope'>,
  { may, settings }: { may: (scope: TokenScope) => boolean; settings: DoorSettings },
): boolean => may(scope) && (!decides || settings.mcp_decisions);
