import { brotliCompressSync } from 'node:zlib';
import { expect } from 'chai';
import { common, createLowlight } from 'lowlight';

import { codeLanguages } from '../client/site/scripts/code-languages.ts';
import { VERSION } from '../shared/version.ts';
import { openBundle, type Bundle } from '../server/site/pages/bundle.ts';
import { set } from './support/comments.ts';
import { open, visit } from './support/pages.ts';
import { write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

describe('scripts of the site', () => {
  let bundle: Bundle;
  before(async () => {
    bundle = await openBundle();
  });

  it('are less than 15 KB on the page of a post, compressed', () => {
    const needed = ['site.js', ...importedBy(bundle['site.js'] ?? '')];
    const sizes = needed.map((name) => sizeOf(bundle[name]));
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.within(1_000, 15_000);
  });

  it('decrypt protected posts with less than 60 KB, loaded separately', () => {
    const name = Object.keys(bundle).find((name) => name.startsWith('decrypted-')) ?? '';
    expect(bundle['site.js']).to.include(`import("./${name}")`);
    expect(sizeOf(bundle[name])).to.be.within(10_000, 60_000);
    expect(importedBy(bundle[name] ?? ''), 'a second copy of the page script').to.deep.equal([]);
  });

  it('load code and formulas of protected posts separately, with less than 60 KB each', () => {
    const opener = Object.keys(bundle).find((name) => name.startsWith('decrypted-')) ?? '';
    for (const part of ['highlighted-', 'mathml-']) {
      const [name = '', ...others] = Object.keys(bundle).filter((name) => name.startsWith(part));
      expect(others, part).to.deep.equal([]);
      expect(bundle[opener]).to.include(`import("./${name}")`);
      expect(sizeOf(bundle[name]), name).to.be.within(10_000, 60_000);
      expect(importedBy(bundle[name] ?? ''), name).to.deep.equal([]);
    }
  });

  it('know the languages of code that the server highlights', () => {
    expect([...codeLanguages, 'plaintext', 'text', 'txt']).to.have.members(languagesOnServer());
  });

  it('use nothing that the Content Security Policy forbids', () => {
    for (const [name, text] of Object.entries(bundle)) {
      if (name.endsWith('.js')) expect(text, name).to.not.match(/\beval\(|new Function\(/);
    }
  });

  it('are few and small for the service worker, which contains the version', () => {
    expect(sizeOf(bundle['sw.js'])).to.be.below(2_000);
    expect(bundle['sw.js'])
      .to.include(`"${VERSION}"`)
      .and.not.match(/\b(import|export)\b/);
  });
});

describeVisited('scripts on pages', (use) => {
  it('do not block rendering: one module, and an inline script for the theme', async () => {
    const id = await write(use(), { title: 'Read me' });
    const page = await open(use(), `/posts/${id}`);
    const scripts = [...page.matchAll(/<script(?! type="application\/ld\+json")([^>]*)>/g)].map(
      ([, attributes]) => attributes,
    );
    expect(scripts).to.deep.equal(['', ` src="/assets/site.js?v=${VERSION}" type="module"`]);
  });
});

describeVisited('the web app manifest', (use) => {
  it('contains name, icons and start URL', async () => {
    await set(use(), { title: 'Salt & <Paper>', description: 'On "bread"', language: 'de' });
    const { status, headers, text } = await visit(use(), '/site.webmanifest');
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('application/manifest+json; charset=utf-8');
    const manifest = JSON.parse(text);
    expect(manifest).to.include({
      name: 'Salt & <Paper>',
      description: 'On "bread"',
      lang: 'de',
      start_url: '/',
      display: 'minimal-ui',
    });
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await fetch(use().url + src);
      expect(icon.status, src).to.equal(200);
      expect(icon.headers.get('content-type'), src).to.equal(type);
      if (type === 'image/png') expect(sizeIn(await icon.arrayBuffer()), src).to.equal(sizes);
    }
  });

  it('follows the settings', async () => {
    await set(use(), { title: 'Another' });
    expect(JSON.parse(await open(use(), '/site.webmanifest')).name).to.equal('Another');
  });

  it('accepts only GET and HEAD', async () => {
    const { status, headers } = await visit(use(), '/site.webmanifest', {}, 'POST');
    expect([status, headers.get('allow')]).to.deep.equal([405, 'GET, HEAD, OPTIONS']);
  });
});

/** All names; for a language with its own registration, the library lists its aliases only. */
function languagesOnServer(): string[] {
  const names: string[] = [];
  const last: (typeof common)[string] = ({ getLanguage }) => {
    for (const name of Object.keys(common)) names.push(name, ...(getLanguage(name)?.aliases ?? []));
    return { name: 'last', contains: [] };
  };
  createLowlight({ ...common, last });
  return names;
}

function sizeOf(text = ''): number {
  return brotliCompressSync(text).length;
}

/** The files that are loaded with a script, without those loaded on demand. */
function importedBy(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, name]) => name!);
}

/** Width and height from the head of a PNG (PNG specification, 11.2.1). */
function sizeIn(png: ArrayBuffer): string {
  const view = new DataView(png);
  return `${view.getUint32(16)}x${view.getUint32(20)}`;
}
