import type { Category } from '@clearframe/contract';

/** Their categories, in their order, and ours that mean the same. Empty = nobody assesses it here. Source: doors-and-trust A1. */
const theirCategories = {
  harassment: ['harassment'],
  'harassment/threatening': [],
  sexual: ['sexual_explicit', 'nudity'],
  hate: ['hate'],
  'hate/threatening': [],
  illicit: ['illicit'],
  'illicit/violent': [],
  'self-harm/intent': [],
  'self-harm/instructions': [],
  'self-harm': ['self_harm'],
  'sexual/minors': ['minor_safety'],
  violence: ['violence'],
  'violence/graphic': ['gore'],
} as const satisfies Record<string, readonly Category[]>;

export type TheirCategory = keyof typeof theirCategories;

/** By the names of `Object.entries`, which are any string. */
export const byCategory: [TheirCategory, readonly Category[]][] = [];
for (const [name, ours] of Object.entries(theirCategories)) if (isTheirs(name)) byCategory.push([name, ours]);

function isTheirs(name: string): name is TheirCategory {
  return name in theirCategories;
}
