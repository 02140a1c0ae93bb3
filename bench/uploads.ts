// npm run bench:uploads: uploads every file and form of the tests, and writes what became of each.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { EVIL, uploadCases } from '../test/support/upload-cases.ts';
import { PLACE } from '../test/support/files.ts';
import { formCases, formOf, sendForm, sendFormCase } from '../test/support/upload-forms.ts';
import { send } from './http.ts';
import { signIn, startOctavo, type Octavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { table } from './table.ts';

await inWorkshop(async (folder) => {
  const octavo = await startOctavo(join(folder, 'blog.db'));
  const token = await signIn(octavo);
  const files = [];
  for (const { group, what, content, expected } of uploadCases) {
    const bytes = await content();
    const { status, body } = await sendForm(octavo.url, token, formOf(bytes, 'photo.jpg'));
    const gave = status === 201 ? body.media.mime : `${status} ${body.code}`;
    if (gave !== expected) throw new Error(`${what} gave ${gave}`);
    files.push([what, group, String(bytes.length), gave, status === 201 ? await left(octavo, body.media.url) : '–']);
  }
  const forms = [];
  for (const one of formCases) {
    const gave = await sendFormCase(octavo.url, token, one);
    forms.push([one.what, gave.startsWith('http') ? new URL(gave).pathname : gave]);
  }
  const lines = [
    '# What becomes of uploaded files',
    'All files are sent with the name `photo.jpg`. `test/uploads-table.test.ts` also looks for the places in smaller\nversions, the database, the log and temporary folders.',
    table(['file', 'group', 'bytes', 'answer', 'in the stored file'], files),
    '## Names and forms',
    table(['form', 'answer'], forms),
  ];
  await writeFile(new URL('results/uploads.md', import.meta.url), `${lines.join('\n\n')}\n`);
});

/** What the file that is served still has. */
async function left({ url }: Octavo, fileUrl: string): Promise<string> {
  const { body } = await send(url + new URL(fileUrl).pathname);
  if (body.includes(PLACE)) return 'the place';
  return EVIL.test(body.toString('latin1')) ? 'the attack' : 'neither place nor attack';
}
