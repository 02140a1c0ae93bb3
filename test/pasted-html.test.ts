import { expect } from 'chai';

import { pastedToMarkdown } from '../client/importers/pasted/pasted-html.ts';
import * as github from './support/pastes/github.ts';
import * as googleDocs from './support/pastes/google-docs.ts';
import * as libreOffice from './support/pastes/libreoffice.ts';
import * as wikipedia from './support/pastes/wikipedia.ts';
import * as word from './support/pastes/word.ts';

const PNG = '89504e470d0a1a0a0000000d49484452';

/** The HTML that each program copies, and the Markdown of it: docs/app.md, Paste. */
const pastes: [place: string, html: string, markdown: string][] = [
  ['Google Docs', googleDocs.html, googleDocs.markdown],
  ['Word', word.html, word.markdown('')],
  ['LibreOffice', libreOffice.html, libreOffice.markdown],
  ['GitHub', github.html, github.markdown],
  ['Wikipedia', wikipedia.html, wikipedia.markdown],
];

describe('pasted HTML as Markdown', () => {
  for (const [place, html, markdown] of pastes) {
    it(`converts what ${place} copies`, () => {
      expect(pastedToMarkdown(html)?.markdown).to.equal(markdown);
    });
  }

  it('takes the images of Word from the Rich Text Format, if each can be matched', async () => {
    const pasted = pastedToMarkdown(word.html, word.rtfWith(PNG))!;
    expect(pasted.markdown).to.equal(word.markdown('pasted:0'));
    expect(pasted.missing).to.equal(0);
    const [file] = pasted.files;
    expect(file).to.include({ name: 'image.png', type: 'image/png' });
    expect(Buffer.from(await file!.arrayBuffer()).toString('hex')).to.equal(PNG);
    const two = word.html.replace(/<img /, '<img src="file:///C:/another.png"><img ');
    expect(pastedToMarkdown(two, word.rtfWith(PNG))).to.include({ missing: 2, markdown: word.markdown('') });
  });

  it('takes images from data: URLs and keeps the URLs of those on the web', async () => {
    const data = Buffer.from(PNG, 'hex').toString('base64');
    const pasted = pastedToMarkdown(
      `<p>A <img src="data:image/png;base64,${data}" alt="a"></p><img src="https://x.example/b.png"><img src="blob:https://x.example/1">`,
    )!;
    expect(pasted.markdown).to.equal('A ![a](pasted:0)\n\n![](https://x.example/b.png)');
    expect(Buffer.from(await pasted.files[0]!.arrayBuffer()).toString('hex')).to.equal(PNG);
    expect(pasted.missing).to.equal(1);
  });

  for (const [html, markdown] of [
    ['<code>a</code>, b', '`a`, b'],
    ['a<sup>1</sup>, b', 'a<sup>1</sup>, b'],
    ['a <kbd>K</kbd>, b', 'a <kbd>K</kbd>, b'],
    ['<p><b>a</b><span>, b</span></p>', '**a**, b'],
    ['<p><span style="font-family: monospace">a</span><span>, b</span></p>', '`a`, b'],
  ]) {
    it(`leaves no gap before a comma: ${html}`, () => {
      expect(pastedToMarkdown(html!)?.markdown).to.equal(markdown);
    });
  }

  const inline: [html: string, markdown: string | undefined][] = [
    ['<span style="color: red">a * b</span>', undefined],
    ['<div><p>one paragraph</p></div>', undefined],
    ['<table><tbody><tr><td>one cell</td></tr></tbody></table>', undefined],
    ['a <b> word </b>next', 'a **word** next'],
    ['<b>a</b><b>b</b><i> </i><i>c</i>', '**ab** *c*'],
    ['<p>1. a * b</p><p>c</p>', '1\\. a \\* b\n\nc'],
    ['<a href="https://x.example/">x</a><a href="#top"></a>', '[x](https://x.example/)'],
    ['<strong style="font-weight: 400">a</strong> <em style="font-style: normal">b</em> <u>c</u>', undefined],
    ['<span style="font-family: monospace; white-space: pre">a\n  b</span>', '```\na\n  b\n```'],
    ['<p style="display: none">gone</p><p>a <kbd style="x" onclick="y()">K</kbd></p>', 'a <kbd>K</kbd>'],
  ];
  for (const [html, markdown] of inline) {
    it(`gives ${markdown === undefined ? 'the plain text' : JSON.stringify(markdown)} for ${html}`, () => {
      expect(pastedToMarkdown(html)?.markdown).to.equal(markdown);
    });
  }
});
