import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';

import { nameFiles, UNNAMED } from '../server/media/name-files.ts';

// docs/interface.md, M8
describe('files without names in a form', () => {
  const pass = async (form: string, size: number): Promise<string> => {
    const pieces = Array.from({ length: Math.ceil(form.length / size) }, (_, at) =>
      form.slice(at * size, (at + 1) * size),
    );
    return text(Readable.from(pieces.map((piece) => Buffer.from(piece, 'latin1'))).pipe(nameFiles('x')));
  };
  const nameless = 'Content-Disposition: form-data; name="file"';
  const named = `${nameless}; filename="${UNNAMED}"`;
  const form = (...heads: string[]) => `${heads.map((head) => `--x\r\n${head}\r\n\r\nContent\r\n`).join('')}--x--\r\n`;

  it('get one, wherever the pieces end in which the form arrives', async () => {
    const heads = [
      nameless,
      `Content-Type: image/png\r\n${nameless}; filename=""`,
      'content-disposition: form-data;name=file',
    ];
    const expected = form(named, `Content-Type: image/png\r\n${named}`, named);
    for (let size = 1; size < 100; size++) expect(await pass(form(...heads), size), String(size)).to.equal(expected);
  });

  it('do not include other fields, files with names, and what the content of a file looks like', async () => {
    const content = `\r\n\r\n--y\r\n${nameless}\r\n\r\n-\r\n--\r\n${nameless}\r\n\r\n`;
    const others = ['alt', 'files', 'file"; filename="a.png'].map(
      (name) => `Content-Disposition: form-data; name="${name}"`,
    );
    const whole = `preamble\r\n${form(...others, `${others[2]}${content}`)}epilogue\r\n${nameless}\r\n\r\n`;
    for (const size of [1, 7, 64, whole.length]) expect(await pass(whole, size)).to.equal(whole);
    for (const short of ['', '\r', '--x', '--x\r\n', '--x--', 'a']) expect(await pass(short, 1)).to.equal(short);
  });
});
