// npm run bench:upload-faults -- [rounds]: kills the service in the middle of uploads, replacements, deletions and the making
// of smaller versions, again and again, with the files in a folder and in S3. Do library and storage still agree?
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { openS3 } from '../test/support/s3.ts';
import { cleanUp } from '../test/support/started.ts';
import { killWhileUploading, type UploadFaults } from '../test/support/upload-faults.ts';
import { inWorkshop } from './processes.ts';
import { publish, type Report } from './results.ts';
import { table } from './table.ts';
import { randomFrom } from './words.ts';

const rounds = Number(process.argv[2] ?? 30);
if (!(rounds > 0)) throw new Error('Say how many rounds, such as: npm run bench:upload-faults -- 30');
const [LEAST, MOST] = [0, 2000];

type Data = Record<string, UploadFaults>;

await inWorkshop(async (folder) => {
  const bucket = await openS3(folder);
  const places = { 'a folder': { MEDIA_URL: `file:${join(folder, 'media')}` }, S3: bucket.env };
  const data: Data = {};
  try {
    for (const [name, env] of Object.entries(places)) {
      const cwd = join(folder, name);
      await mkdir(cwd);
      const random = randomFrom(1);
      data[name] = await killWhileUploading({
        rounds,
        cwd,
        env: { DATABASE_URL: `sqlite:${join(cwd, 'blog.db')}`, ...env },
        killAfter: () => LEAST + random() * (MOST - LEAST),
      });
    }
  } finally {
    await cleanUp();
    await bucket.close();
  }
  await publish('upload-faults', report(data), { keep: rounds >= 30 });
  if (Object.values(data).some((one) => faultsOf(one).some(([, count]) => count > 0))) process.exitCode = 1;
});

function report(data: Data): Report {
  const all = Object.values(data);
  const counts = ({ sent, acknowledged }: { sent: number; acknowledged: number }) => `${sent} / ${acknowledged}`;
  return {
    title: 'Killed while it takes, replaces and deletes files',
    sections: [
      [
        `${rounds} rounds each: the service is started, three writers upload images, one replaces the oldest of them, one deletes`,
        `the newest, and ${LEAST} to ${MOST} ms after the first answer the process is killed (SIGKILL). Library and storage are compared after each`,
        'start, and at the end when all jobs are done.',
      ].join('\n'),
      table(
        ['', ...Object.keys(data)],
        [
          ['uploads: sent / acknowledged', ...all.map(({ uploads }) => counts(uploads))],
          ['replacements: sent / acknowledged', ...all.map(({ replacements }) => counts(replacements))],
          ['deletions: sent / acknowledged', ...all.map(({ deletions }) => counts(deletions))],
          ['files at the end', ...all.map(({ end }) => String(end.files))],
          ...faultsOf(all[0]!).map(([name], at) => [name, ...all.map((one) => String(faultsOf(one)[at]![1]))]),
        ],
      ),
    ],
  };
}

function faultsOf({ lost, undeleted, wrong, end, incomplete }: UploadFaults): [name: string, count: number][] {
  return [
    ['acknowledged uploads that are lost', lost],
    ['acknowledged deletions that are undone', undeleted],
    ['rows without file, after the starts', wrong.missing],
    ['files without row, after the starts', wrong.loose],
    ['rows without file, at the end', end.missing.count],
    ['files without row, at the end', end.loose.count],
    ['images without their sizes, at the end', end.unsized.count + end.missingSizes.count],
    ['incomplete files, at the end', incomplete],
  ];
}
