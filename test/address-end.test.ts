import { expect } from 'chai';

import { renderSource } from '../server/site/render/pipeline.ts';
import { addressesIn } from '../shared/address-end.ts';
import { stopwatch } from './support/stopwatch.ts';

/** A text, and the bare addresses in it. */
const texts: [text: string, ...addresses: string[]][] = [
  ['见 https://a.example/b。后', 'https://a.example/b'],
  ['见https://a.example后', 'https://a.example'],
  ['见 https://a.example/b（说明）后', 'https://a.example/b'],
  [
    'https://a.example/b、https://c.example，「https://d.example」',
    'https://a.example/b',
    'https://c.example',
    'https://d.example',
  ],
  [
    '《https://a.example/b》【https://c.example】https://d.example/e～f',
    'https://a.example/b',
    'https://c.example',
    'https://d.example/e',
  ],
  [
    '“https://a.example/b” ‘https://c.example/d’ «https://e.example/f» „https://g.example/“',
    'https://a.example/b',
    'https://c.example/d',
    'https://e.example/f',
    'https://g.example/',
  ],
  [
    'https://a.example/b، ثم https://c.example/d؟ https://e.example/f؛',
    'https://a.example/b',
    'https://c.example/d',
    'https://e.example/f',
  ],
  [
    'https://a.example/b… https://c.example/d—e https://f.example/g – h https://i.example/j।',
    'https://a.example/b',
    'https://c.example/d',
    'https://f.example/g',
    'https://i.example/j',
  ],
  [
    'https://a.example/Michelson–Morley, https://a.example/Rubik’s_Cube. https://a.example/בית־ספר',
    'https://a.example/Michelson–Morley',
    'https://a.example/Rubik’s_Cube',
    'https://a.example/בית־ספר',
  ],
  ['[https://a.example/b]c {https://d.example/e}f', 'https://a.example/b', 'https://d.example/e'],
  ['https://a_b.example https://a_b.c.example/d', 'https://a_b.c.example/d'],
  ['https://a.example/b’ https://c.example–d', 'https://a.example/b', 'https://c.example'],
  ['https://a.example/日本語/ключ?q=größe#ß', 'https://a.example/日本語/ключ?q=größe#ß'],
  ['https://例え.example/b と https://bücher.example', 'https://例え.example/b', 'https://bücher.example'],
  [
    'https://a.example/b_(c) (https://d.example/e) https://f.example/[g] https://h.example/{i}',
    'https://a.example/b_(c)',
    'https://d.example/e',
    'https://f.example/[g]',
    'https://h.example/{i}',
  ],
  [
    'https://a.example/b?! https://c.example/d;e&amp; https://f.example/g.',
    'https://a.example/b',
    'https://c.example/d;e',
    'https://f.example/g',
  ],
  [
    'HTTPS://A.EXAMPLE/b, https://a.example:8080/c: https://u:p@d.example/',
    'HTTPS://A.EXAMPLE/b',
    'https://a.example:8080/c',
    'https://u:p@d.example/',
  ],
  [
    '**https://a.example/b**后 **见https://c.example/d**后 *https://e.example/f*后',
    'https://a.example/b',
    'https://c.example/d',
    'https://e.example/f',
  ],
  [
    '==https://a.example/b== ~~https://c.example/d~~后 https://e.example/?f=g==',
    'https://a.example/b',
    'https://c.example/d',
    'https://e.example/?f=g==',
  ],
  ['https:// https://。 xhttps://a.example https://a:b http://_a'],
];

describe('a bare address', () => {
  for (const [text, ...addresses] of texts) {
    it(`ends where people end it: ${text}`, async () => {
      expect(addressesIn(text).map(([start, end]) => text.slice(start, end))).to.deep.equal(addresses);
      const { html } = await renderSource({ markdown: text, site: '', language: 'en' });
      const shown = [...html.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, found]) => found);
      expect(shown).to.deep.equal(addresses);
    });
  }

  it('is one with www. too, and one of mail, in brackets as well, but not within a link', async () => {
    const markdown = '（www.a.example/b）。[c@d.example] [e https://f.example g@h.example](/i)';
    const { html } = await renderSource({ markdown, site: '', language: 'en' });
    expect([...html.matchAll(/<a href="([^"]*)"/g)].map(([, found]) => found)).to.deep.equal([
      'http://www.a.example/b',
      'mailto:c@d.example',
      '/i',
    ]);
  });

  it('is text within a link that is written in HTML, but not within an anchor', async () => {
    const markdown =
      '<a href="https://a.example">see **https://b.example** or www.c.example, d@e.example</a> https://f.example\n\n' +
      '<a id="g">\n\nhttps://h.example\n\n</a>\n\nhttps://i.example x';
    const { html } = await renderSource({ markdown, site: '', language: 'en' });
    expect([...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, found]) => found)).to.deep.equal([
      'https://a.example',
      'https://f.example',
      'https://h.example',
      'https://i.example',
    ]);
    const refused = await renderSource({
      markdown: '<a href="mail-to:j@k.example">j@k.example</a>',
      site: '',
      language: 'en',
    });
    expect(refused.html).to.include('<a href="mailto:j@k.example"');
    expect(html).to.include('see <strong>https://b.example</strong> or www.c.example, d@e.example</a>');
  });

  it('is found in linear time', async () => {
    const elapsed = stopwatch();
    const parts = [
      'https://',
      'https://a。',
      '1https://a:1',
      'https://a.b/(',
      'https://a.b/[',
      'https://a𐄀',
      '[https://a ',
      'www.',
      'https://a.b/&a;',
    ];
    for (const part of parts) {
      const text = part.repeat(200_000 / part.length);
      addressesIn(text);
      await renderSource({ markdown: text, site: '', language: 'en' });
    }
    expect(elapsed()).to.be.below(parts.length * 2000);
  });
});
