import { expect } from 'chai';

import { describeVisited } from './support/visitors.ts';

const START = '"customCss" must be valid CSS that loads nothing from elsewhere; line ';
const URL_RULE = 'url() must be an address of this site, such as /media/a.png, or a data URL of an image';
const notAllowed = (name: string) => `${name} is not allowed, because it can name an address of another site`;

describeVisited(
  'custom CSS',
  (use) => {
    const put = (settings: object) => use().admin('PUT', '/api/admin/settings', settings);
    const preview = (customCss: string) => use().admin('POST', '/api/admin/settings/preview', { customCss });

    async function refusalOf(customCss: string): Promise<string> {
      const { status, body } = await put({ customCss });
      expect(status, customCss).to.equal(400);
      expect(body.issues).to.have.length(1);
      const [{ path, message }] = body.issues as [{ path: string; message: string }];
      expect(path).to.equal('customCss');
      expect(message.startsWith(START), message).to.equal(true);
      return message.slice(START.length, -1);
    }

    // docs/interface.md, S10
    it('may have everything that browsers know', async () => {
      await put({ siteUrl: 'https://blog.example' });
      for (const css of [
        'a[href] { color: red }',
        'a[href^="https://x.example" i], svg|a, *|*, a[data-x="\\""] { color: red }',
        '.a { p { x: y } > q { x: y } a:hover { x: y } &.b, c { x: y } [d] { x: y } @media print { e { x: y } } }',
        '@container card (inline-size > 30em) and style(--x: 1) { a { x: y } }',
        'a:has(> img:not(.b)) :where(c):nth-child(2n + 1 of .d)::part(e) { x: y }',
        '@layer a, b.c; @layer a { d { x: y } } @scope (.a) to (.b) { :scope { x: y } }',
        '@property --x { syntax: "<length>"; inherits: false; initial-value: 0px }',
        '@supports selector(:has(a)) and (not (font-tech(color-COLRv1))) { a { x: y } }',
        '@function --f(--a <length>: 1px) returns <length> { result: calc(var(--a) * 2) }',
        'a { color: if(style(--x: 1): red; else: blue); --y: { a: b }; --z: [1, 2]; --empty:; }',
        '@keyframes x { from { a: b } 50.5% { c: d } to { e: f } } @starting-style { a { opacity: 0 } }',
        '.日本語, .🎉 { content: "漢字 🎉"; font-family: "ヒラギノ" } \\31 23, .sm\\:p { x: y }',
        '/* @import "https://x.example"; */ a::after { content: "url(https://x.example) @import" }',
        'a { overscroll-behavior: none; background: -moz-element(#x); fill: url(#x); filter: url("#x") }',
        '@font-face { font-family: x; src: local("Y"), url(/f.woff2) format("woff2") }',
        'a { background: url("/media/a.png"), url(https://blog.example/media/a.png), url(data:image/png;base64,AAAA) }',
        '/* not closed',
        'a { content: "not closed',
        'a { color: red',
        'a{b:c(:)}'.repeat(5000),
      ]) {
        const { status, body } = await put({ customCss: css });
        expect(status, `${css.slice(0, 200)} ${body.error}`).to.equal(200);
      }
      await put({ siteUrl: '', customCss: '' });
    });

    // docs/interface.md, S10
    it('loads nothing from elsewhere, however it is written', async () => {
      for (const [css, reason] of [
        ['@\\69mport "https://x.example/a.css";', notAllowed('@import')],
        ['@IMPORT url(/a.css);', notAllowed('@import')],
        ['@namespace "https://x.example";', notAllowed('@namespace')],
        ['@charset "utf-8";', '@charset is not allowed, because the file is always UTF-8'],
        ['a { b: src("https://x.example") }', notAllowed('src()')],
        ['a { b: s\\72 c("https://x.example") }', notAllowed('src()')],
        ['a { b: IMAGE-SET("https://x.example" 1x) }', notAllowed('image-set()')],
        ['a { b: -webkit-image-set(url(/a.png) 1x) }', notAllowed('-webkit-image-set()')],
        ['a { b: i\\6d age("a.png") }', notAllowed('image()')],
        ['a { b: -webkit-cross-fade(url(/a.png), url(/b.png), 50%) }', notAllowed('-webkit-cross-fade()')],
        ['a { --b: image-set("https://x.example" 1x) }', notAllowed('image-set()')],
        ['a { --b: { c: url(https://x.example) } }', URL_RULE],
        ['a { b: url(https://x.example/a.png) }', URL_RULE],
        ['a { b: URL( "https://x.example/a.png") }', URL_RULE],
        ['a { b: url(//x.example/a.png) }', URL_RULE],
        ['a { b: url("/\\5c x.example") }', URL_RULE],
        ['a { b: url("/\\9/x.example") }', URL_RULE],
        ['a { b: url(a.png) }', URL_RULE],
        ['a { b: url("data:text/html,x") }', URL_RULE],
        ['a { behavior: url(https://x.example) }', URL_RULE],
        ['@font-face { src: url(https://x.example/a.woff2) }', URL_RULE],
        ['@property --b { initial-value: url(https://x.example) }', URL_RULE],
        ['@supports (b: url(https://x.example)) { }', URL_RULE],
        // Browsers find an address where others find a comment.
        ['a { b: u\\72l(/*) } c { d: url(https://x.example) } /* */', 'url() must be written without escapes'],
        ['a { b: ×url(/*) } c { d: url(https://x.example) } /* */', 'url() must be written without escapes'],
      ] as const) {
        expect(await refusalOf(`\r\na { }\n${css}`), css).to.equal(`3: ${reason}`);
      }
    });

    it('is refused when browsers would not understand it', async () => {
      for (const [css, reason] of [
        ['a { color: red background: blue }', '1: unexpected input'],
        ['a { color: rgb(1, 2 }', '1: ")" is expected'],
        ['a { b { color } }', '1: colon is expected'],
        ['a { }}', '1: selector is expected'],
        ['a { b: c:d; e: f(g: h) }', '1: unexpected input'],
        ['a {}}'.repeat(10_000), '1: selector is expected'],
      ] as const) {
        expect(await refusalOf(css)).to.equal(reason);
      }
    });

    it('costs nothing but its own request, whatever it is', async () => {
      const parts = [
        '(',
        '[',
        '{',
        'a{',
        'a[',
        'a[b="',
        'url(',
        'u\\72l(',
        '@a{',
        ':is(',
        '/*',
        '"',
        '\\',
        '\0',
        '\ud800',
        '}',
        ';',
        '<!--',
      ];
      for (const part of parts) {
        const { status } = await put({ customCss: part.repeat(50_000 / part.length) });
        expect(status, part).to.be.oneOf([200, 400]);
      }
      // A field beside it that is wrong for another reason.
      const { body } = await put({ customCss: 'a {', siteUrl: 5, navigation: [{ label: {}, url: null }] });
      expect(body.issues.map(({ path }: { path: string }) => path)).to.include.members(['siteUrl']);
      expect((await use().call('GET', '/healthz')).status).to.equal(200);
      await put({ customCss: '' });
    });

    it('is checked by the preview too', async () => {
      await put({ bodyFont: 'system' });
      expect((await preview('a[href] { color: red }')).body.css).to.equal('a[href] { color: red }');
      expect((await preview('@import "a.css";')).body.issues[0].path).to.equal('customCss');
    });

    it('does not hinder other changes when it was stored by an earlier version', async () => {
      const css = 'a { b: url(https://x.example/a.png) }';
      const { settings } = use().services;
      await settings.change({ customCss: css });
      const { status, body } = await put({ ...(await settings.current()), title: 'Changed' });
      expect({ status, title: body.title, css: body.customCss }).to.deep.equal({ status: 200, title: 'Changed', css });
      expect((await put({ customCss: `${css} ` })).status).to.equal(400);
    });
  },
  { SITE: 'on' },
);
