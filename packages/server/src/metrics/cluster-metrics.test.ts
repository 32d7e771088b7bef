import { describe, expect, it } from 'vitest';
import { createClusterMetrics } from './cluster-metrics.ts';
import type { ClusterFacts } from './read-cluster-facts.ts';

const facts: ClusterFacts = {
  queues: [{ queue: 'moderate-media', ready: 7, deferred: 1, active: 2, oldestSeconds: 12.5 }],
  work: [{ queue: 'moderate-video', seconds: 3.5 }],
  reviewWaiting: 4,
  objectsToRemove: 5,
  processes: [{ role: 'http', version: '1.0.0', count: 2 }],
  otherSettings: 1,
  backupAgeSeconds: 90,
  databaseBytes: 1_000,
  parts: { ahead: 3, isRunningMade: true, defaultRows: [{ table: 'delivery', rows: 6 }] },
  standbys: [{ standby: 'b', lagSeconds: 0.25 }],
};

describe('facts of the whole installation', () => {
  it('OPS-03 are read at most once in ten seconds, however many ask, and whether or not the database answers', async () => {
    let [now, reads] = [0, 0];
    let fault: Error | null = null;
    const cluster = createClusterMetrics(
      async () => {
        reads += 1;
        if (fault) throw fault;
        return facts;
      },
      () => now,
    );
    await Promise.all([cluster(), cluster()]);
    now = 9_999;
    await cluster();
    expect(reads).toBe(1);
    now = 10_000;
    fault = new Error('away');
    await expect(cluster()).rejects.toThrow('away');
    await expect(cluster()).rejects.toThrow('away');
    expect(reads).toBe(2);
    [now, fault] = [20_000, null];
    expect(await cluster()).toContain('clearframe_review_waiting 4');
  });

  it('OPS-03 are not read a second time while a slow database is still being asked', async () => {
    const slow = Promise.withResolvers<ClusterFacts>();
    let [now, reads] = [0, 0];
    const cluster = createClusterMetrics(
      () => {
        reads += 1;
        return slow.promise;
      },
      () => now,
    );
    const first = cluster();
    now = 25_000;
    const second = cluster();
    expect(reads).toBe(1);
    slow.resolve(facts);
    expect(await second).toBe(await first);
    await cluster();
    expect(reads).toBe(2);
  });

  it('OPS-03 tell of a role that nobody has, so that an alert can compare', async () => {
    const text = await createClusterMetrics(async () => facts)();
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
      'clearframe_queue_jobs{queue="moderate-media",state="ready"} 7',
      'clearframe_queue_jobs{queue="moderate-media",state="deferred"} 1',
      'clearframe_queue_jobs{queue="moderate-media",state="active"} 2',
      'clearframe_queue_oldest_seconds{queue="moderate-media"} 12.5',
      'clearframe_queue_work_seconds{queue="moderate-video"} 3.5',
      'clearframe_review_waiting 4',
      'clearframe_objects_to_remove 5',
      'clearframe_processes{role="jobs",version=""} 0',
      'clearframe_processes{role="pictures",version=""} 0',
      'clearframe_processes{role="videos",version=""} 0',
      'clearframe_processes{role="http",version="1.0.0"} 2',
      'clearframe_settings_differ 1',
      'clearframe_backup_age_seconds 90',
      'clearframe_database_size_bytes 1000',
      'clearframe_months_ahead 3',
      'clearframe_running_month_has_parts 1',
      'clearframe_default_part_rows{table="delivery"} 6',
      'clearframe_database_standby_lag_seconds{standby="b"} 0.25',
    ]);
  });

  it('OPS-04 tell no age of backups where nobody makes any, so that no alert fires', async () => {
    expect(await createClusterMetrics(async () => ({ ...facts, backupAgeSeconds: null }))()).not.toContain('backup');
  });
});
