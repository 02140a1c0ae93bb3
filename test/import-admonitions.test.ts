import { strToU8 } from 'fflate';
import { expect } from 'chai';

import { readEntries } from '../client/importers/given/folder-entries.ts';
import { writeAlerts } from '../client/importers/markdown/admonitions.ts';
import { collect } from '../client/importers/markdown/collect.ts';
import { stopwatch } from './support/stopwatch.ts';

describe('containers of Docusaurus', () => {
  const texts: [what: string, written: string, alerts: string][] = [
    ['one', 'a\n\n:::note\n\nText *b*.\n\n:::\n\nc', 'a\n\n> [!NOTE]\n>\n> Text *b*.\n>\n\n\nc'],
    ['with a title', ':::tip[Key *win*]\nText\n:::', '> [!TIP]\n> **Key *win***\n>\n> Text\n'],
    ['with a title without brackets', '::: danger Look {.x}\nText\n:::\n', '> [!CAUTION]\n> **Look**\n>\n> Text\n\n'],
    ['beside text', 'a\n:::info\nb\n:::\nc', 'a\n\n> [!NOTE]\n> b\n\nc'],
    ['in another', '::::info\na\n\n:::warning\nb\n:::\n\n::::\n', '> [!NOTE]\n> a\n>\n> > [!WARNING]\n> > b\n>\n>\n\n'],
    ['in an item', '- a\n\n  :::note\n  b\n  :::\n', '- a\n\n  > [!NOTE]\n  > b\n\n'],
    ['with code', ':::note\n```\n:::\n```\n:::\n', '> [!NOTE]\n> ```\n> :::\n> ```\n\n'],
  ];
  for (const [what, written, expected] of texts)
    it(`become alerts: ${what}`, () => expect(writeAlerts(written)).to.equal(expected));

  const kept = [
    'a ::: b',
    ':::note\nnever closed',
    '```\n:::note\n:::\n```\n',
    ':::columns\na\n:::\n',
    ':::notes\na\n:::\n',
    'a\n:::\n',
  ];
  for (const text of kept)
    it(`stay as they are: ${JSON.stringify(text)}`, () => expect(writeAlerts(text)).to.equal(text));

  it('are alerts in posts of a site of Docusaurus, and text in others', async () => {
    const contentOf = async (config: Record<string, string>) => {
      const files = { ...config, 'blog/2024-01-02-a.md': ':::note\na\n:::' };
      const sources = Object.entries(files).map(([path, text]) => ({
        path,
        size: text.length,
        read: () => Promise.resolve(strToU8(text)),
      }));
      const { posts } = await collect(readEntries(sources), { refused: [], skipped: [], notes: [] }, undefined);
      return posts.get('blog/2024-01-02-a.md')!.content;
    };
    const config = { 'docusaurus.config.js': 'module.exports = { url: "https://old.example" }' };
    expect(await contentOf(config)).to.equal('> [!NOTE]\n> a\n');
    expect(await contentOf({})).to.equal(':::note\na\n:::');
  });

  it('are found in linear time', () => {
    const elapsed = stopwatch();
    for (const unit of [
      ':::note\n',
      ':::',
      ':::note\n:::\n',
      '::: {',
      ':::note ' + ' '.repeat(50) + '{\n',
      '```\n:::\n',
    ])
      writeAlerts(unit.repeat(3_000));
    writeAlerts(`:::note${' '.repeat(100_000)}x\n:::`);
    expect(elapsed()).to.be.below(2000);
  });
});
