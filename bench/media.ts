// npm run bench:media [-- --quick]: how an uploaded image is served, and what many uploads at once cost.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';

import { measureServing, type Serving } from './media/serving.ts';
import { measureUploads, type Uploads } from './media/uploads.ts';
import { signIn, startOctavo, type Octavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { publish } from './results.ts';
import { figure, table } from './table.ts';

const { quick } = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values;
const SERVING = { rounds: quick ? 3 : 12, seconds: quick ? 0.5 : 1 };
const UPLOADS = { files: quick ? 24 : 200, atOnce: 8 };

await inWorkshop(async (folder) => {
  const octavo = await startOctavo(join(folder, 'blog.db'));
  const token = await signIn(octavo);
  const { path, bytes } = await uploadImage(octavo, token);
  const serving = await measureServing(octavo, path, SERVING);
  await octavo.stop();
  const fresh = await startOctavo(join(folder, 'uploads.db'));
  const uploads = await measureUploads(fresh, await signIn(fresh), UPLOADS);
  await publish('media', report(bytes, serving, uploads), { keep: !quick });
});

/** An image of 100 KB: noise does not compress. */
async function uploadImage({ url }: Octavo, token: string): Promise<{ path: string; bytes: number }> {
  const raw = { width: 182, height: 182, channels: 3 as const };
  const image = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([image]), 'noise.png');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/media/upload`, { method: 'POST', headers, body: form });
  const { media } = (await answer.json()) as { media: { url: string } };
  return { path: new URL(media.url).pathname, bytes: image.length };
}

function report(bytes: number, serving: readonly Serving[], uploads: Uploads) {
  const { files, atOnce, megabytes, seconds, memory, reads } = uploads;
  return {
    title: 'Uploaded files',
    sections: [
      [
        `An image of ${Math.round(bytes / 1000)} KB, and node:http that hands out the same status, headers and bytes; ${SERVING.rounds} rounds of`,
        `${SERVING.seconds} s in turns, medians. The answers are only counted: autocannon turns each body into text, and then measures`,
        'itself.',
      ].join('\n'),
      table(
        ['connections', 'node:http, requests/s', 'Octavo, requests/s', 'of node:http', 'by processor'],
        serving.map(({ connections, requestsPerSecond, ofBare, ofBareByProcessor }) => [
          String(connections),
          figure(requestsPerSecond.bare),
          figure(requestsPerSecond.octavo),
          ofBare.toFixed(2),
          ofBareByProcessor.toFixed(2),
        ]),
      ),
      [
        `${files} photos of ${megabytes.toFixed(1)} MB and 12 megapixels, ${atOnce} at a time, while ten connections read lists of posts. The`,
        'memory of the process that reads the files is without the program files that the service has loaded as well.',
      ].join('\n'),
      table(
        ['', 'figure'],
        [
          ['uploaded in (s)', figure(seconds)],
          ['resident memory at rest (MiB)', figure(memory.atRest)],
          ['resident memory at its highest (MiB)', figure(memory.service)],
          ['of the process that reads the files, at its highest (MiB)', figure(memory.children)],
          ['both at one time, above rest (MiB)', figure(memory.together - memory.atRest)],
          ['cached reads a second, alone', figure(reads.alone)],
          ['cached reads a second, during the uploads', figure(reads.during)],
          ['share that is left, the median of the turns', reads.share.toFixed(2)],
          ['share that is left, by processor time of all processes', reads.shareByProcessor.toFixed(2)],
        ],
      ),
    ],
  };
}
