import { expect } from 'chai';

import { findTarget } from '../routers/data/files/targets.ts';
import { renderThread } from '../server/site/render/thread.ts';
import { replaceUrls, targetsIn } from '../server/site/render/urls.ts';

/** Texts with a URL, and what they are when it is replaced; null where it is none. */
const texts: [what: string, text: string, replaced: string | null][] = [
  ['images', '![a](/old.png "t")', '![a](/new.png "t")'],
  ['images in links', '[![a](/old.png)](</old.png>)', '[![a](/new.png)](</new.png>)'],
  ['definitions', "a ![b][c]\n\n[c]: /old.png 'd'", "a ![b][c]\n\n[c]: /new.png 'd'"],
  ['escapes and references', '![](/old\\.png) ![](&#47;old.png)', '![](/new.png) ![](/new.png)'],
  ['relative URLs', '![](../old.png)', '![](/new.png)'],
  [
    'a byte order mark and tabs',
    '\uFEFF-\t![](/old.png)\r\n\t![](/old.png)',
    '\uFEFF-\t![](/new.png)\r\n\t![](/new.png)',
  ],
  ['tables', '| a |\n| - |\n| ![](/old.png) |', '| a |\n| - |\n| ![](/new.png) |'],
  ['fragments', '[a](/old.png#page=2)', '[a](/new.png#page=2)'],
  ['sizes in fragments, which become those of the new file', '![](/old.png#10x20)', '![](/new.png#30x40)'],
  [
    'HTML',
    `<video poster='/old.png' src=/old.png controls></video>`,
    `<video poster="/new.png" src="/new.png" controls></video>`,
  ],
  ['HTML over several lines', 'a <img\n  src = "/old.png"\n /> b', 'a <img\n  src="/new.png"\n /> b'],
  [
    'HTML in quotes and lists',
    '> - <div\n>   data-a="/old.png"><a href="/old.png">\n>   a</a></div>',
    '> - <div\n>   data-a="/old.png"><a href="/new.png">\n>   a</a></div>',
  ],
  [
    'srcset',
    '<img srcset="/old.png 1x, /other.png, /old.png?a=1 2x">',
    '<img srcset="/new.png 1x, /other.png, /old.png?a=1 2x">',
  ],
  [
    'cells outside of tables',
    '<td><object data="/old.png"></object></td>',
    '<td><object data="/new.png"></object></td>',
  ],
  ['formulas around it', '$$\n[a](/old.png)\n$$\n\n![](/old.png)', '$$\n[a](/old.png)\n$$\n\n![](/new.png)'],
  ['code', '`![](/old.png)`\n\n    /old.png\n\n```\n![](/old.png)\n```', null],
  ['comments', '<!-- <img src="/old.png"> -->', null],
  ['scripts', '<script>"<img src=/old.png>"</script>', null],
  ['other text', '/old.png a/old.png ![](/old.png/x) ![](/OLD.png) \\![](/old.png', null],
];

describe('URLs in Markdown', () => {
  const replacement = { urls: { [findTarget('/old.png')!]: '/new.png' }, size: '#30x40' };

  // docs/interface.md, M6
  for (const [what, text, replaced] of texts) {
    it(`are found and replaced: ${what}`, async () => {
      expect(await replaceUrls(text, replacement)).to.equal(replaced ?? text);
      const targets = await targetsIn(text);
      expect(targets.includes(findTarget('/old.png')!)).to.equal(replaced !== null);
    });
  }

  it('are found where they cannot be replaced: an attribute of several lines within a quote', async () => {
    const text = '> <img srcset="/a.png 1x,\n> /old.png 2x">';
    expect(await targetsIn(text)).to.include(findTarget('/old.png'));
    expect(await replaceUrls(text, replacement)).to.equal(text);
  });

  it('may be links by themselves', async () => {
    const urls = [
      'https://a.example/b_(c).png',
      'https://a.example/d',
      'https://www.a.example/e',
      'http://a.example/f',
    ];
    const text =
      '![](https://a.example/b_(c).png) <https://a.example/d>, www.a.example/e. [f]\n\n[f]: http://a.example/f';
    expect(await targetsIn(text)).to.have.members(urls.map((url) => findTarget(url)));
    expect(await targetsIn('a@b.example <mailto:a@b.example> [x](data:text/plain,x) [y](http://[)')).to.deep.equal([]);
  });

  it('are the same with http and https, and with any fragment', () => {
    expect(findTarget('http://a.example/b#c')).to.equal(findTarget('//a.example/b'));
    expect(findTarget('https://a.example/b?c')).to.not.equal(findTarget('https://a.example/b'));
    expect(findTarget('/media/2026/03/a-12345678.png?c')).to.equal(findTarget('/media/2026/03/a-12345678.png'));
  });

  it('are not found in texts that are too complex', async () => {
    const read = renderThread({ cpu: 200, total: 60_000 });
    // It takes several seconds, so that the limit is noticed on a busy machine as well.
    const text = `${'*a _'.repeat(400_000)}![](/old.png)`;
    expect(await read({ markdown: text })).to.equal(null);
    expect(await read({ markdown: '![](/old.png)' })).to.deep.equal([findTarget('/old.png')]);
  });
});
