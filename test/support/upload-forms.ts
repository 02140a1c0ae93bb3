import { picture } from './files.ts';

/** A form to send, and the expected status and code of the answer, or the URL of the file. */
export interface FormCase {
  what: string;
  type?: string;
  form: () => Promise<Buffer>;
  expected: string | RegExp;
}

const TYPE = 'multipart/form-data; boundary=octavo';
const END = '--octavo--\r\n';
let pictures = 0;

/** A form, as it is sent. */
export interface Form {
  type: string;
  bytes: Buffer;
}

/** A form with one file of this name, which is sent as it is. */
export function formOf(content: Buffer, fileName = 'x'): Form {
  return { type: TYPE, bytes: Buffer.concat([part(`name="file"; filename="${fileName}"`, content), Buffer.from(END)]) };
}

function part(disposition: string, content: Buffer | string): Buffer {
  const head = `--octavo\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content as string), Buffer.from('\r\n')]);
}

/** A unique image. */
const image = () =>
  picture(10 + (pictures >> 8), 11, pictures++)
    .png()
    .toBuffer();
const file = async (name = 'x') => part(`name="file"; filename="${name}"`, await image());
const form = async (...parts: (Buffer | Promise<Buffer>)[]) => {
  const bytes: Buffer[] = [];
  for (const one of parts) bytes.push(await one);
  return Buffer.concat([...bytes, Buffer.from(END)]);
};
const text = (name: string, value: string) => part(`name="${name}"`, value);
const named = (what: string, name: string, expected: RegExp): FormCase => ({
  what,
  form: () => form(file(name)),
  expected,
});
const REFUSED = '400 BAD_REQUEST';

/** The table of forms: names, fields and invalid forms. */
export const formCases: readonly FormCase[] = [
  named('a name with umlauts', 'Boot im Häfen.JPG', /\/boot-im-hafen-/),
  named('a Chinese name', '写真 一.png', /\/[a-z0-9-]+-[0-9a-f]{8}\.png$/),
  named('a Cyrillic name', 'фото.PNG', /\/foto-/),
  named('an Arabic name', 'صورة.png', /\/[a-z0-9-]+-[0-9a-f]{8}\.png$/),
  named('a name in Devanagari', 'चित्र.png', /\/[a-z0-9-]+-[0-9a-f]{8}\.png$/),
  named('a name of an emoji', '🦊.png', /\/image-[0-9a-f]{8}\.png$/),
  named('a name with quotes, as browsers send it', 'a %22b%22.png', /\/a-b-[0-9a-f]{8}\.png$/),
  named('a name that turns its direction', '\u202Egnp.exe', /\/[a-z0-9-]+-[0-9a-f]{8}\.png$/),
  named('a name that leads upwards', '../../../etc/passwd', /\/passwd-/),
  named('a name that leads upwards on Windows', '..\\..\\boot.ini', /\/boot-/),
  named('a name that leads upwards, encoded', '%2e%2e%2fblog.db', /\/[a-z0-9-]+-[0-9a-f]{8}\.png$/),
  named('an absolute name', '/etc/passwd', /\/passwd-/),
  named('a name of a device', 'CON', /\/con-/),
  { what: 'a name with NUL', form: () => form(file('a\0b.png')), expected: REFUSED },
  named('a name with the syntax of a shell', '$(rm -rf .);`id`|x', /\/[a-z0-9-]+-[0-9a-f]{8}\.png$/),
  named('a name of markup', '<img src=x onerror=alert(1)>', /\/[a-z0-9-]+-[0-9a-f]{8}\.png$/),
  named('a name of 10,000 characters', 'a'.repeat(10_000), /\/a{60}-[0-9a-f]{8}\.png$/),
  named('an empty name', '', /\/image-/),
  {
    what: 'no name, as from Bun',
    form: async () => form(text('alt', 'A boat'), part('name="file"', await image())),
    expected: /\/image-/,
  },
  {
    what: 'no name, after a preamble and before another field',
    form: async () => form(Buffer.from('preamble\r\n'), part('name=file', await image()), text('name', 'Named')),
    expected: /\/named-/,
  },
  {
    what: 'a text in place of the file',
    form: () => form(text('file', 'hello')),
    expected: '415 UNSUPPORTED_FILE_TYPE',
  },
  {
    what: 'two files without names',
    form: async () => form(part('name="file"', await image()), part('name="file"', await image())),
    expected: REFUSED,
  },
  {
    what: 'a name as in RFC 5987',
    form: async () => form(part(`name="file"; filename*=UTF-8''f%C3%B6to.png`, await image())),
    expected: /\/foto-/,
  },
  { what: 'no file', form: () => form(text('alt', 'x')), expected: REFUSED },
  {
    what: 'a file in another field',
    form: async () => form(part('name="picture"; filename="x"', await image())),
    expected: REFUSED,
  },
  { what: 'two files', form: () => form(file(), file()), expected: REFUSED },
  {
    what: 'an alternative text of 10,000 characters',
    form: () => form(file(), text('alt', 'x'.repeat(10_000))),
    expected: REFUSED,
  },
  { what: 'a name field of 10 MB', form: () => form(text('name', 'x'.repeat(10 << 20)), file()), expected: REFUSED },
  {
    what: 'fifty fields',
    form: () => form(...Array.from({ length: 50 }, (_, at) => text(`f${at}`, 'x')), file()),
    expected: REFUSED,
  },
  {
    what: 'a field named __proto__',
    form: () => form(text('__proto__', 'x'), file('proto.png')),
    expected: /\/proto-/,
  },
  {
    what: 'a part with a head of 100 KB',
    form: () => form(part(`name="x"; y="${'z'.repeat(100_000)}"`, ''), file()),
    expected: REFUSED,
  },
  { what: 'no boundary', type: 'multipart/form-data', form: () => form(file()), expected: REFUSED },
  {
    what: 'another boundary',
    type: 'multipart/form-data; boundary=other',
    form: () => form(file()),
    expected: REFUSED,
  },
  { what: 'no end', form: () => file(), expected: REFUSED },
  {
    what: 'a file in another field without end',
    form: async () => (await form(part('name="picture"; filename="x"', await image()))).subarray(0, -40),
    expected: REFUSED,
  },
  { what: 'no byte', form: () => Promise.resolve(Buffer.alloc(0)), expected: REFUSED },
  {
    what: 'JSON',
    type: 'application/json',
    form: () => Promise.resolve(Buffer.from('{}')),
    expected: '415 UNSUPPORTED_MEDIA_TYPE',
  },
  {
    what: 'a form of another kind',
    type: 'application/x-www-form-urlencoded',
    form: () => Promise.resolve(Buffer.from('file=x')),
    expected: '415 UNSUPPORTED_MEDIA_TYPE',
  },
];

/** @returns the answer to a form */
export async function sendForm(
  url: string,
  token: string,
  { type, bytes }: Form,
): Promise<{ status: number; body: UploadAnswer }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const response = await fetch(`${url}/api/media/upload`, { method: 'POST', headers, body: bytes as BodyInit });
  return { status: response.status, body: (await response.json()) as UploadAnswer };
}

/** @returns the answer to a case, in the words of `expected` */
export async function sendFormCase(url: string, token: string, { type = TYPE, form: make }: FormCase): Promise<string> {
  const { status, body } = await sendForm(url, token, { type, bytes: await make() });
  return status === 201 ? body.media.url : `${status} ${body.code}`;
}

interface UploadAnswer {
  code?: string;
  error?: string;
  media: { id: string; url: string; mime: string; sizes: number[] | null };
}
