import { expect } from 'chai';

import { checkText } from '../client/admin/editor/publish/checks.ts';
import { editorFields } from '../client/admin/device/unsaved/fields.ts';
import type { Post } from '../client/index.ts';
import { emptyFields } from '../shared/field-values.ts';

// docs/interface.md, N25
describe('the checks before a publication', () => {
  const wordless = [
    '![](/a.png)',
    '![ ](/a.png "caption")',
    '[![](/a.png)](/to)',
    '![][a]\n\n[A]: </a.png> "t"',
    '![ ][a]\r\n\r\n[a]: /a.png',
    '<img src="/a.png">',
    '<p><IMG class="x" src=\'/a.png\'></p>',
    '- > ![](/a.png)',
  ];
  for (const content of wordless) {
    it(`find a picture without alternative text in ${JSON.stringify(content)}`, () => {
      const [warning, ...others] = warningsFor(content);
      expect(others).to.deep.equal([]);
      expect(warning?.kind).to.equal('no-alt');
      expect(warning?.about).to.equal('/a.png');
    });
  }

  for (const content of [
    '![a](/a.png)',
    '![a][a] ![a]\n\n[a]: /a.png',
    '![][none]',
    '<img src="/a.png" alt="">',
    '`![](/a.png)` `<img src="/a.png">`',
    '```html\n<img src="/a.png">\n```',
  ]) {
    it(`find none in ${JSON.stringify(content)}`, () => expect(warningsFor(content)).to.deep.equal([]));
  }
});

function warningsFor(content: string) {
  const post = { ...emptyFields('2026-03-01'), title: 'A', content } as unknown as Post;
  return checkText({ fields: editorFields(post, 'a') });
}
