import type { RetentionPreview } from '@clearframe/contract';
import { formatBytes, formatCount } from '../../../shared/format/format.ts';

const counted = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`;

/** What would go now, in sentences. */
export function previewWords({ items, files, bytes, results }: RetentionPreview): string[] {
  if (items === 0 && results === 0)
    return ['Nothing is that old yet.', 'What becomes older goes with the next daily run. It cannot be undone.'];
  return [
    ...(items === 0
      ? []
      : [`${counted(items, 'item goes', 'items go')}, with ${counted(files, 'file', 'files')} (${formatBytes(bytes)}).`]),
    ...(results === 0 ? [] : [`${counted(results, 'more item loses its result', 'more items lose their results')}.`]),
    'That is what the next daily run would remove. It cannot be undone.',
  ];
}
