import { collectDefaultMetrics, type Registry } from 'prom-client';

/** Of what the library measures of Node: the rest is for its developers, and would take half of the series that a process may have. */
const kept = /^process_(?!virtual|heap)|^nodejs_eventloop_lag_(?:seconds|p99_seconds)$/;

/** Adds CPU, memory, descriptors and lag of the event loop of this process. */
export function keepRuntimeMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) if (!kept.test(name)) registry.removeSingleMetric(name);
}
