// npm run bench:replace [-- posts]: replaces a file that many posts use, while comments are written one after the other.
// How long does a write wait, and how much processor time does a post take?
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';

import { clientAddress, send } from './http.ts';
import { signIn, startOctavo, type Octavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { publish } from './results.ts';
import { figure, table } from './table.ts';
import { processorSeconds } from './usage.ts';

/** What a replacement cost. */
interface Replaced {
  posts: number;
  seconds: number;
  /** Of the service, for each post, in milliseconds. */
  processor: number;
  /** The slowest comment during it, in milliseconds, and how often each status was answered. */
  slowest: number;
  statuses: Record<string, number>;
}

const given = process.argv[2] === undefined ? [] : [Number(process.argv[2])];
const COUNTS = given.length > 0 ? given : [500, 2000];
/** Posts of one import call. */
const CHUNK = 50;
const PARAGRAPH = `${'The harbour lies still, and [the ferry](https://example.org/ferry) waits for its passengers. '.repeat(8)}\n\n`;

await inWorkshop(async (folder) => {
  const rows: Replaced[] = [];
  for (const posts of COUNTS) {
    const octavo = await startOctavo(join(folder, `blog-${posts}.db`));
    rows.push(await replaceIn(octavo, await signIn(octavo), posts));
    await octavo.stop();
  }
  await publish('replace', report(rows), { keep: given.length === 0 });
});

async function replaceIn(octavo: Octavo, token: string, posts: number): Promise<Replaced> {
  const { id, url } = await sendFile(octavo, token, '/api/media/upload');
  const content = `![Harbour](${new URL(url).pathname})\n\n${PARAGRAPH.repeat(4)}`;
  for (let at = 0; at < posts; at += CHUNK) {
    const items = Array.from({ length: Math.min(CHUNK, posts - at) }, (_, index) => ({
      sourceKey: `posts/${at + index}.md`,
      title: `Post ${at + index}`,
      content,
    }));
    const headers = { authorization: `Bearer ${token}` };
    const answer = await send(`${octavo.url}/api/admin/import`, { method: 'POST', headers, json: { posts: items } });
    if (answer.status !== 200) throw new Error(answer.body.toString());
  }
  await untilSearched(octavo, token, id);
  const state = { isOver: false, slowest: 0, statuses: {} as Record<string, number> };
  const commenting = comment(octavo, state);
  const [begun, before] = [performance.now(), processorSeconds(octavo.pid)];
  const { changed } = await sendFile(octavo, token, `/api/media/${id}/replace`);
  const seconds = (performance.now() - begun) / 1000;
  const processor = ((processorSeconds(octavo.pid) - before) / posts) * 1000;
  state.isOver = true;
  await commenting;
  if (changed !== posts) throw new Error(`${changed} of ${posts} posts were changed`);
  return { posts, seconds, processor, slowest: state.slowest, statuses: state.statuses };
}

/** The first look at what posts use searches them all. */
async function untilSearched({ url }: Octavo, token: string, id: string): Promise<void> {
  for (;;) {
    const answer = await send(`${url}/api/media/${id}/uses`, { headers: { authorization: `Bearer ${token}` } });
    const { pendingPosts } = JSON.parse(answer.body.toString()) as { pendingPosts: number };
    if (pendingPosts === 0) return;
  }
}

async function comment({ url }: Octavo, state: { isOver: boolean; slowest: number; statuses: Record<string, number> }) {
  for (let number = 0; !state.isOver; number++) {
    const begun = performance.now();
    const json = { author: 'Ada', content: `Comment ${number}` };
    const path = `${url}/api/posts/gb-note/comments`;
    const { status } = await send(path, { method: 'POST', headers: clientAddress(3, number), json });
    state.slowest = Math.max(state.slowest, performance.now() - begun);
    state.statuses[status] = (state.statuses[status] ?? 0) + 1;
  }
}

async function sendFile({ url }: Octavo, token: string, path: string) {
  const raw = { width: 60, height: 40, channels: 3 as const };
  const image = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([image]), 'harbour.png');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(url + path, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(await answer.text());
  const { media, posts = 0 } = (await answer.json()) as { media: { id: string; url: string }; posts?: number };
  return { ...media, changed: posts };
}

function report(rows: readonly Replaced[]) {
  return {
    title: 'A file that many posts use is replaced',
    sections: [
      'Texts of 3 KB with one image, on SQLite. Comments are written one after the other while it runs.',
      table(
        ['posts', 'seconds', 'processor time for each post, ms', 'slowest comment, ms', 'comments'],
        rows.map(({ posts, seconds, processor, slowest, statuses }) => [
          String(posts),
          figure(seconds),
          figure(processor),
          figure(slowest),
          Object.entries(statuses)
            .map(([status, count]) => `${count} × ${status}`)
            .join(', '),
        ]),
      ),
    ],
  };
}
