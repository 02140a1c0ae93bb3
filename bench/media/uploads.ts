import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';

import { loadByBytes } from '../byte-load.ts';
import { clientAddress, send } from '../http.ts';
import type { Octavo } from '../octavo.ts';
import { median } from '../statistics.ts';
import { memoryOf } from '../usage.ts';
import { familySeconds, watchFamily, type FamilyMemory } from './children.ts';

/** What many uploads at once cost. */
export interface Uploads {
  files: number;
  atOnce: number;
  /** Of one file. */
  megabytes: number;
  seconds: number;
  /** MiB: resident memory of the service before, and what it and the process that reads the files then need. */
  memory: FamilyMemory & { atRest: number };
  /** Cached reads a second, in turns without and with uploads, and the share that is left: by the clock, and by processor. */
  reads: { alone: number; during: number; share: number; shareByProcessor: number };
}

/** Reads a second, and the seconds of processor time of one, with what else the service does. */
interface Rate {
  rate: number;
  processor: number;
}

/** How often reads are measured without and with uploads, and the seconds of each. */
const TURNS = 5;
const SECONDS = 4;
/** Lists of posts from many clients, so that no limit is reached: each may send 240 requests a minute. */
const READERS = Array.from({ length: 32_768 }, (_, number) => clientAddress(254, number));

/** Uploads photos of about 5 MB, no two of the same bytes. */
export async function measureUploads(
  octavo: Octavo,
  token: string,
  { files, atOnce }: { files: number; atOnce: number },
): Promise<Uploads> {
  const photo = await makePhoto();
  const { pid } = octavo;
  const read = async (seconds: number): Promise<Rate> => {
    const before = familySeconds(pid);
    const job = { url: `${octavo.url}/api/posts`, pid, connections: 10, seconds, headers: READERS };
    const { requestsPerSecond } = await loadByBytes(job);
    return { rate: requestsPerSecond, processor: (familySeconds(pid) - before) / (requestsPerSecond * seconds) };
  };
  await read(3);
  await wait(3000);
  const atRest = memoryOf(pid).now;
  const watch = watchFamily(pid);
  const state = { next: 0, seconds: 0 };
  /** Uploads until `enough`, or until all are done. */
  const uploadUntil = async (enough: () => boolean) => {
    const begun = performance.now();
    const turns = Array.from({ length: atOnce }, async () => {
      while (state.next < files && !enough()) await upload(octavo.url, token, photo, state.next++);
    });
    await Promise.all(turns);
    state.seconds += (performance.now() - begun) / 1000;
  };
  const alone: Rate[] = [];
  const during: Rate[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    alone.push(await read(SECONDS));
    const reading = { isOver: false };
    const measured = read(SECONDS);
    // Uploads come to a service that is at its limit already.
    await wait(300);
    const uploading = uploadUntil(() => reading.isOver);
    during.push(await measured);
    reading.isOver = true;
    await uploading;
  }
  await uploadUntil(() => false);
  const { status } = await send(`${octavo.url}/api/posts`, { headers: READERS[0]! });
  if (status !== 200) throw new Error(`a read was answered with ${status}: too few readers for the limits`);
  const share = (pick: (alone: Rate, during: Rate) => number) => median(during.map((one, at) => pick(alone[at]!, one)));
  return {
    files,
    atOnce,
    megabytes: photo.length / 1024 ** 2,
    seconds: state.seconds,
    memory: { atRest, ...watch.end() },
    reads: {
      alone: median(alone.map(({ rate }) => rate)),
      during: median(during.map(({ rate }) => rate)),
      share: share((before, now) => now.rate / before.rate),
      shareByProcessor: share((before, now) => before.processor / now.processor),
    },
  };
}

/** A photo of 12 megapixels; noise does not compress. */
async function makePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const create = { width: 4000, height: 3000, channels: 3 as const, background: '#888', noise };
  return sharp({ create }).jpeg({ quality: 80 }).toBuffer();
}

async function upload(url: string, token: string, photo: Buffer, number: number): Promise<void> {
  const form = new FormData();
  // What follows the end of a JPEG makes other bytes of it.
  form.append('file', new Blob([photo as BlobPart, String(number)]), `photo-${number}.jpg`);
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(`${url}/api/media/upload`, { method: 'POST', headers, body: form });
  if (status !== 201) throw new Error(`an upload was answered with ${status}`);
}
