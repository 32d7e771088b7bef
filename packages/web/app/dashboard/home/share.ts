/** "3.3% of uploads"; nothing without uploads, or before both numbers are known. */
export function shareOfUploads(part: number | null, uploads: number | null): string {
  if (part === null || uploads === null || uploads === 0) return '';
  return `${((part / uploads) * 100).toFixed(1)}% of uploads`;
}
