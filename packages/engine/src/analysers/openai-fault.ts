import { z } from 'zod';
import type { AnalyserFault } from './analyser.ts';

const Refusal = z.object({ error: z.object({ code: z.unknown(), type: z.unknown() }).partial() });

/**
 * Where OpenAI's errors differ from the usual: a 429 for an account without money never passes by waiting.
 * @param body `{error: {message, type, param, code}}`
 */
export function openaiFault(status: number, body: unknown): AnalyserFault | undefined {
  if (status !== 429) return undefined;
  const { code, type } = Refusal.safeParse(body).data?.error ?? {};
  return code === 'insufficient_quota' || type === 'insufficient_quota' ? 'quota' : undefined;
}
