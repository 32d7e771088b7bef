import { type AiAnalysis, type AnalysisMetadata, categoryNames } from '@clearframe/contract';

/** "3 of 18 categories were checked, 2 in part. 1 analyser gave no result." */
export function coverageLine(coverage: AiAnalysis['coverage'], run: AnalysisMetadata | null): string {
  const found = categoryNames.map((name) => coverage[name]);
  const whole = found.filter((one) => one === 'assessed' || one.startsWith('within:')).length;
  const partly = found.filter((one) => one === 'one_picture' || one === 'text_only').length;
  const failed = run?.analysers?.filter(({ outcome }) => outcome === 'failed').length ?? 0;
  const checked = `${whole} of ${categoryNames.length} categories were checked${partly > 0 ? `, ${partly} in part` : ''}`;
  if (failed === 0) return checked;
  return `${checked}. ${failed} ${failed === 1 ? 'analyser' : 'analysers'} gave no result.`;
}
