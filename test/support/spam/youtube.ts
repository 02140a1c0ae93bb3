import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { withoutIgnorable } from '../../../shared/invisible.ts';
import { readCsv } from '../../../shared/read-csv.ts';
import type { LabelledText } from './written.ts';

const videos = ['Youtube01-Psy', 'Youtube02-KatyPerry', 'Youtube03-LMFAO', 'Youtube04-Eminem', 'Youtube05-Shakira'];
/** What the API accepts of a name and of a text, in UTF-16 code units. */
const LONGEST = { author: 40, content: 2000 };

/**
 * The comments of the YouTube Spam Collection that the API accepts: texts that are repeated under the same name are left
 * out, and long ones are cut. The earlier half of those on each video is to learn from.
 *
 * @param folder with its five CSV files: COMMENT_ID, AUTHOR, DATE, CONTENT, CLASS
 */
export async function youTubeTexts(folder: string): Promise<LabelledText[]> {
  const met = new Set<string>();
  const ofVideos: LabelledText[][] = [];
  for (const video of videos) ofVideos.push(await textsOf(folder, video, met));
  return inTurns(ofVideos);
}

/** @param met names and texts that are left out; what is read is added */
async function textsOf(folder: string, video: string, met: Set<string>): Promise<LabelledText[]> {
  const [, ...rows] = readCsv(await readFile(join(folder, `${video}.csv`), 'utf8'));
  const texts: Omit<LabelledText, 'half'>[] = [];
  for (const { fields } of rows) {
    const [name = '', , text = '', label = ''] = fields.slice(1);
    const author = withoutIgnorable(name).slice(0, LONGEST.author).trim() || 'Nobody';
    const content = withoutIgnorable(text).slice(0, LONGEST.content).trim();
    if (content === '' || met.has(`${author}\n${content}`)) continue;
    met.add(`${author}\n${content}`);
    const language = video.replace(/^Youtube\d+-/, '');
    texts.push({ language, kind: label.trim() === '1' ? 'spam' : 'good', author, content });
  }
  return texts.map((text, at) => ({ ...text, half: at < texts.length / 2 ? 'to learn' : 'held back' }));
}

/** The first of each list, then the second of each, and so on. */
function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
