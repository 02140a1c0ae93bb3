import { expect } from 'chai';

import { pageAddress, siteOf } from '../shared/thread-address.ts';

/** One page, in 40 spellings. */
const spellings = [
  'https://blog.example/notes/caf%C3%A9?b=2&a=1',
  'http://blog.example/notes/caf%C3%A9?b=2&a=1',
  'HTTPS://blog.example/notes/caf%C3%A9?b=2&a=1',
  'https://BLOG.EXAMPLE/notes/caf%C3%A9?b=2&a=1',
  'https://Blog.Example/notes/caf%C3%A9?b=2&a=1',
  'https://www.blog.example/notes/caf%C3%A9?b=2&a=1',
  'https://WWW.blog.example/notes/caf%C3%A9?b=2&a=1',
  'http://www.blog.example/notes/caf%C3%A9?b=2&a=1',
  'https://blog.example:443/notes/caf%C3%A9?b=2&a=1',
  'http://blog.example:80/notes/caf%C3%A9?b=2&a=1',
  'https://blog.example:80/notes/caf%C3%A9?b=2&a=1',
  'http://blog.example:443/notes/caf%C3%A9?b=2&a=1',
  'http://www.blog.example:80/notes/caf%C3%A9?b=2&a=1',
  'https://blog.example/notes/caf%C3%A9/?b=2&a=1',
  'https://blog.example/notes/caf%C3%A9/index.html?b=2&a=1',
  'https://blog.example/notes/caf%C3%A9/%69ndex.html?b=2&a=1',
  'https://blog.example/notes/caf%C3%A9?b=2&a=1#top',
  'https://blog.example/notes/caf%C3%A9?b=2&a=1#',
  'https://blog.example/notes/caf%C3%A9/?b=2&a=1#c-1',
  'https://blog.example/notes/café?b=2&a=1',
  'https://blog.example/notes/caf%c3%a9?b=2&a=1',
  'https://blog.example/notes/%63af%C3%A9?b=2&a=1',
  'https://blog.example/%6Eotes/caf%c3%A9?b=2&a=1',
  'https://blog.example/./notes/caf%C3%A9?b=2&a=1',
  'https://blog.example/notes/../notes/caf%C3%A9?b=2&a=1',
  'https://blog.example/notes/%2e/caf%C3%A9?b=2&a=1',
  'https://blog.example/notes/caf%C3%A9?a=1&b=2',
  'https://blog.example/notes/caf%C3%A9?%61=1&b=2',
  'https://blog.example/notes/caf%C3%A9?a=%31&b=2',
  'https://blog.example/notes/caf%C3%A9?&b=2&&a=1&',
  'https://blog.example/notes/caf%C3%A9?utm_source=x&b=2&a=1',
  'https://blog.example/notes/caf%C3%A9?b=2&utm_campaign=y&a=1&utm_anything=z',
  'https://blog.example/notes/caf%C3%A9?b=2&a=1&fbclid=q',
  'https://blog.example/notes/caf%C3%A9?b=2&a=1&gclid=q',
  'https://blog.example/notes/caf%C3%A9?b=2&a=1&msclkid=q',
  'https://blog.example/notes/caf%C3%A9?mc_cid=1&mc_eid=2&b=2&a=1',
  'https://blog.example/notes/caf%C3%A9?igshid=q&b=2&a=1',
  'https://blog.example/notes/caf%C3%A9?ref_src=twsrc&b=2&a=1',
  '  https://blog.example/notes/caf%C3%A9?b=2&a=1  ',
  'http://www.BLOG.example:80/notes/caf%c3%a9/index.html?utm_source=x&a=1&b=2#end',
];

/** Pages that differ from it, and from each other. */
const others = [
  'https://blog.example/notes/caf%C3%A9',
  'https://blog.example/Notes/caf%C3%A9?b=2&a=1',
  'https://blog.example/notes/cafe?b=2&a=1',
  'https://blog.example/notes/CAF%C3%A9?b=2&a=1',
  'https://blog.example/notes/caf%C3%A9?b=2',
  'https://blog.example/notes/caf%C3%A9?a=2&b=1',
  'https://blog.example/notes/caf%C3%A9?b=2&a=1&c=3',
  'https://blog.example/notes/caf%C3%A9?b=2&A=1',
  'https://blog.example/notes/caf%C3%A9?b=2&a=1&UTM_source=x',
  'https://blog.example/notes/caf%C3%A9?b=2&a=1&ref=x',
  'https://blog.example/notes/caf%C3%A9?b=2&a=1&a=3',
  'https://blog.example/notes/caf%C3%A9?b=2&a=3&a=1',
  'https://blog.example/notes/caf%C3%A9//?b=2&a=1',
  'https://blog.example/notes//caf%C3%A9?b=2&a=1',
  'https://blog.example/notes/caf%C3%A9/index.htm?b=2&a=1',
  'https://blog.example/notes/caf%C3%A9/INDEX.html?b=2&a=1',
  'https://blog.example/notes%2Fcaf%C3%A9?b=2&a=1',
  'https://blog.example:8443/notes/caf%C3%A9?b=2&a=1',
  'https://notes.blog.example/notes/caf%C3%A9?b=2&a=1',
  'https://blog.example.org/notes/caf%C3%A9?b=2&a=1',
];

// docs/interface.md, C40
describe('the address of a thread', () => {
  const [first, ...rest] = spellings;

  it('is the same for 40 spellings of a page', () => {
    expect(spellings).to.have.length(40);
    expect(pageAddress(first!)?.normal).to.equal('blog.example/notes/caf%C3%A9?a=1&b=2');
    for (const url of rest) expect(pageAddress(url)?.normal, url).to.equal(pageAddress(first!)?.normal);
  });

  it('differs for other pages', () => {
    expect(others).to.have.length(20);
    const all = [first!, ...others].map((url) => pageAddress(url)?.normal);
    expect(new Set(all).size).to.equal(all.length);
  });

  it('is the same for the Unicode and the ASCII form of a host', () => {
    const forms = ['https://bücher.example/', 'https://xn--bcher-kva.example', 'http://BÜCHER.example/index.html'];
    for (const url of forms) expect(pageAddress(url)?.normal, url).to.equal('xn--bcher-kva.example');
  });

  it('is the same for other forms of ports, dots, percent signs and parameters', () => {
    const forms: Record<string, string[]> = {
      'blog.example:8080/a': ['http://www.blog.example:8080/a/', 'https://BLOG.example:08080/a#b'],
      'blog.example': [
        'https://blog.example',
        'https://blog.example/?',
        'http://blog.example/.',
        'https://blog.example/a/..',
      ],
      'blog.example/b': [
        'https://blog.example/a/../b',
        'https://blog.example/a/%2E%2e/b/',
        'https://blog.example/./b/.',
      ],
      'blog.example/a?x=': ['https://blog.example/a?x', 'https://blog.example/a/?x=&', 'https://blog.example/a?&&x=#y'],
      'blog.example/a?x=1&x=2': ['https://blog.example/a?x=1&x=2', 'https://blog.example/a/?&x=1&utm_id=3&x=2'],
      'blog.example/a?q=b+c': [
        'https://blog.example/a?q=b%20c',
        'https://blog.example/a?q=b c',
        'https://blog.example/a?q=b+c',
      ],
      'blog.example/~ada': ['https://blog.example/%7Eada', 'https://blog.example/%7eada/'],
      'blog.example/a%2Fb': ['https://blog.example/a%2fb', 'https://blog.example/a%2Fb/'],
      'xn--bcher-kva.example/%C3%BC': ['https://bücher.example/ü', 'http://BÜCHER.example/%c3%bc/index.html'],
      '127.0.0.1:81/a': ['http://127.0.0.1:81/a', 'http://0x7f.1:81/a'],
      '[::1]/a': ['http://[::1]:80/a', 'https://[0:0:0:0:0:0:0:1]/a'],
    };
    for (const [normal, urls] of Object.entries(forms))
      for (const url of urls) expect(pageAddress(url)?.normal, url).to.equal(normal);
  });

  it('differs for other values, orders of repeated parameters, and encoded separators', () => {
    const differ = ['?x=1&x=2', '?x=2&x=1', '?x=1', '?x', '?X', '?x=%2B', '?x=+', '?x=%26y', '?x&y'];
    const all = differ.map((query) => pageAddress(`https://blog.example/a${query}`)?.normal);
    expect(new Set(all).size).to.equal(all.length);
  });

  it('is no URL of another kind, with a password, or above 2,000 characters', () => {
    const base = 'https://blog.example/';
    expect(pageAddress(base + 'x'.repeat(2000 - base.length))).not.to.equal(null);
    expect(pageAddress(base + 'x'.repeat(2001 - base.length))).to.equal(null);
    for (const url of [
      '',
      '/notes',
      'blog.example/notes',
      'ftp://blog.example/',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'https://ada@blog.example/',
      'https://ada:secret@blog.example/',
      'https://',
    ]) {
      expect(pageAddress(url), url).to.equal(null);
    }
  });

  it('keeps a path that links can use', () => {
    expect(pageAddress('https://www.blog.example/a/index.html?utm_source=x&b=2&a=1#top')?.path).to.equal(
      '/a/index.html?b=2&a=1',
    );
  });

  it('has the site that its origin has', () => {
    expect(siteOf('https://www.Blog.example')).to.equal('blog.example');
    expect(siteOf('http://localhost:4000/')).to.equal('localhost:4000');
    for (const text of ['null', '*', 'https://blog.example/a', 'https://a@blog.example', 'blog.example']) {
      expect(siteOf(text), text).to.equal(null);
    }
  });
});
