import { expect, it } from 'vitest';
import { mergeMetrics } from './merge-metrics.ts';

const one = `# HELP a_total Things.
# TYPE a_total counter
a_total 1

# HELP b_seconds Time.
# TYPE b_seconds histogram
b_seconds_bucket{le="+Inf",op="x} y"} 2
b_seconds_sum{op="x} y"} 3
`;
const other = `# HELP b_seconds Time.
# TYPE b_seconds histogram
b_seconds_sum{op="z"} 4

# HELP c Nothing yet.
# TYPE c gauge

# HELP a_total Things.
# TYPE a_total counter
a_total 5
`;

it('OPS-03 puts the samples of all processes together by name, and says whose each is', () => {
  const merged = mergeMetrics([
    { process: 'api', text: one },
    { process: 'analysis-1', text: other },
    { process: 'analysis-2', text: '' },
  ]);
  expect(merged).toBe(`# HELP a_total Things.
# TYPE a_total counter
a_total{process="api"} 1
a_total{process="analysis-1"} 5
# HELP b_seconds Time.
# TYPE b_seconds histogram
b_seconds_bucket{process="api",le="+Inf",op="x} y"} 2
b_seconds_sum{process="api",op="x} y"} 3
b_seconds_sum{process="analysis-1",op="z"} 4
`);
});
