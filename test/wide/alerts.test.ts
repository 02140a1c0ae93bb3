import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parse } from 'yaml';

import { databaseKinds } from '../support/databases.ts';
import { newFolder } from '../support/run.ts';
import { startTestService } from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const RULES = 'deploy/alerts.yml';

describe(RULES, () => {
  before(function () {
    if (spawnSync('promtool', ['--version']).error) skip(this, 'there is no promtool');
  });

  it('has rules that Prometheus understands', async () => {
    await run('promtool', ['check', 'rules', RULES]);
  });

  it('has rules of which each fires for its cause, and none for a service at rest', async () => {
    const folder = await newFolder();
    const service = await startTestService(databaseKinds[0]!, {
      METRICS_TOKEN: 'metrics-token',
      BACKUP_DIR: join(folder, 'backups'),
    });
    const resting = async () => (await service.call('GET', '/metrics', { token: 'metrics-token' })).body as string;
    try {
      // Once the backup is made, the job of the next one waits.
      await until(async () => {
        const metrics = await resting();
        return metrics.includes('octavo_backup_ok 1') && metrics.includes('octavo_jobs_late_seconds{kind="backup"}');
      });
      await service.call('GET', '/api/posts');
      const metrics = [...(await resting()).matchAll(/^((?:octavo|nodejs_eventloop)_\w+(?:\{.*\})?) (\S+)$/gm)];
      const label = (series: string) =>
        series.includes('{')
          ? series.replace('{', '{job="octavo",instance="a",')
          : `${series}{job="octavo",instance="a"}`;
      // Values that depend on this machine.
      const usual: Record<string, string> = {
        octavo_disk_free_bytes: '5000000000',
        nodejs_eventloop_lag_p99_seconds: '0.02',
      };
      const atRest = metrics.map(
        ([, series = '', value = '']) => [label(series), `${usual[series] ?? value}x60`] as const,
      );
      const failed = label('octavo_request_seconds_count{method="GET",route="GET /api/posts",status="503"}');
      const causes: Record<string, readonly (readonly [series: string, values: string])[]> = {
        OctavoDown: [[label('up'), '0x60']],
        OctavoDatabaseDown: [[label('octavo_database_up'), '0x60']],
        OctavoErrors: [[failed, '0+60x60']],
        OctavoDiskAlmostFull: [[label('octavo_disk_free_bytes'), '900000000x60']],
        OctavoBackupFailed: [[label('octavo_backup_ok'), '0x60']],
        OctavoJobsLate: [[label('octavo_jobs_late_seconds{kind="backup"}'), '601x60']],
        OctavoEventLoopLag: [[label('nodejs_eventloop_lag_p99_seconds'), '0.6x60']],
      };
      const { rules } = parse(readFileSync(RULES, 'utf8')).groups[0] as { rules: { alert: string }[] };
      expect(Object.keys(causes)).to.have.members(rules.map(({ alert }) => alert));
      for (const [name] of readFileSync(RULES, 'utf8').matchAll(/(?:octavo|nodejs)_[a-z_\d]+/g))
        expect(
          atRest.some(([series]) => series.startsWith(`${name}{`)),
          name,
        ).to.equal(true);
      const firing = (cause: string | null) => {
        const series = new Map<string, string>([[label('up'), '1x60'], ...atRest, ...(causes[cause ?? ''] ?? [])]);
        return {
          interval: '1m',
          input_series: [...series].map(([name, values]) => ({ series: name, values })),
          promql_expr_test: [
            {
              expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
              eval_time: '45m',
              exp_samples: cause === null ? [] : [{ labels: `{alertname="${cause}"}`, value: 1 }],
            },
          ],
        };
      };
      const file = join(folder, 'alerts.test.json');
      const tests = [null, ...Object.keys(causes)].map(firing);
      await writeFile(file, JSON.stringify({ rule_files: [resolve(RULES)], tests }));
      await run('promtool', ['test', 'rules', file]).catch(({ stdout, stderr }: Record<'stdout' | 'stderr', string>) =>
        expect.fail(stdout + stderr),
      );
    } finally {
      await service.close();
    }
  });
});
