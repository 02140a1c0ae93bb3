import { expect } from 'chai';

import { findUnsized } from '../routers/media/pictures/html.ts';
import { prerenderPosts } from '../server/site/render/prerender.ts';
import { createRenderer } from '../server/site/render/markdown.ts';
import { createRenderings } from '../server/site/render/renderings.ts';
import { change, write } from './support/posts.ts';
import { describeService, itOnSqlite, type TestService } from './support/service.ts';
import { rowsIn } from './support/stored.ts';
import { until } from './support/until.ts';
import { stopwatch } from './support/stopwatch.ts';

const BOAT = { width: 1200, height: 800 };
const WEEK = 604_800_000;

// docs/interface.md, M7
describeService.onBothEngines('images of unknown size', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  before(() => {
    const { services, changes, database } = use();
    const renderings = createRenderings(services, database.dialect);
    prerenderPosts({ services, changes, renderer: createRenderer(undefined, renderings) });
  });

  it('are listed for the administrator, those of the newest post first, each once, and no others', async () => {
    await write(use(), { content: 'A ![](/old.png) and ![](https://a.example/both.png).' });
    await waiting(use(), '/old.png');
    await write(use(), {
      content:
        '![](https://a.example/both.png) ![](/new.png?a=1&b="2") ![](/known.png#3x2) <img src="/w.png" width="5">',
    });
    await waiting(use(), '/w.png');
    expect(await unmeasured(use())).to.deep.equal([
      'https://a.example/both.png',
      '/new.png?a=1&b=%222%22',
      '/w.png',
      '/old.png',
    ]);
  });

  itOnce('have space on every page as soon as they are measured', async () => {
    const content =
      'Words ![A > B & C](/boat.jpg) words\n\n![](/boat.jpg)\n\n<img src="/boat.jpg" width="300"> and more';
    const id = await write(use(), { content });
    await use().admin('POST', '/api/pages', { id: 'own', title: 'Own', status: 'published', content });
    const own = async () => imagesOf((await use().call('GET', '/own')).body as string);
    expect(await own()).to.have.lengthOf(3);
    expect(imagesOf(await page(use(), id))).to.deep.equal([
      '<img src="/boat.jpg" alt="A > B &#x26; C" fetchpriority="high" decoding="async">',
      '<img src="/boat.jpg" alt="" loading="lazy" decoding="async" class="picture unsized">',
      '<img src="/boat.jpg" width="300" alt="" loading="lazy" decoding="async">',
    ]);
    await waiting(use(), '/boat.jpg');
    await measure(use(), { address: '/boat.jpg', ...BOAT });
    expect(imagesOf(await page(use(), id))).to.deep.equal([
      '<img src="/boat.jpg" alt="A > B &#x26; C" fetchpriority="high" decoding="async" width="1200" height="800">',
      '<img src="/boat.jpg" alt="" loading="lazy" decoding="async" class="picture" width="1200" height="800">',
      '<img src="/boat.jpg" width="300" alt="" loading="lazy" decoding="async" height="200">',
    ]);
    expect(await own()).to.deep.equal(imagesOf(await page(use(), id)));
  });

  it('are not listed once they are measured, in later posts too', async () => {
    await measure(use(), { address: '/sea.jpg', ...BOAT });
    const id = await write(use(), { content: 'The ![](/sea.jpg) and ![](/sand.jpg)' });
    await waiting(use(), '/sand.jpg');
    expect(await unmeasured(use())).not.to.include('/sea.jpg');
    expect(await page(use(), id)).to.match(/<img src="\/sea.jpg" [^>]*width="1200" height="800">/);
  });

  it('are listed again after a week if they cannot be loaded, whatever happens to their post', async () => {
    const id = await write(use(), { content: 'A ![](/gone.jpg)' });
    await waiting(use(), '/gone.jpg');
    await measure(use(), { address: '/gone.jpg', width: 0, height: 0 });
    expect(imagesOf(await page(use(), id))).to.deep.equal([
      '<img src="/gone.jpg" alt="" fetchpriority="high" decoding="async">',
    ]);
    for (const fields of [{ pinned: true }, { excerpt: 'Another one.' }]) {
      await change(use(), id, fields);
      await page(use(), id);
      expect(await unmeasured(use())).not.to.include('/gone.jpg');
    }
    use().clock.advance(WEEK - 1000);
    expect(await unmeasured(use())).not.to.include('/gone.jpg');
    use().clock.advance(2000);
    await use().signIn();
    expect(await unmeasured(use())).to.include('/gone.jpg');
  });

  it('are measured again with a new version of their post, if their size is old', async () => {
    const id = await write(use(), { content: 'A ![](/old-size.jpg)' });
    await waiting(use(), '/old-size.jpg');
    await measure(use(), { address: '/old-size.jpg', ...BOAT });
    await change(use(), id, { content: 'Young: ![](/old-size.jpg) ![](/young.jpg)' });
    await waiting(use(), '/young.jpg');
    expect(await unmeasured(use())).not.to.include('/old-size.jpg');
    use().clock.advance(5 * WEEK);
    await use().signIn();
    await change(use(), id, { content: 'Old: ![](/old-size.jpg)' });
    await waiting(use(), '/old-size.jpg');
    expect(await page(use(), id)).to.include('width="1200"');
  });

  itOnce('have their size in the preview of the editor too', async () => {
    await measure(use(), { address: '/previewed.jpg', ...BOAT });
    const { body } = await use().admin('POST', '/api/posts/render', { content: 'A ![](/previewed.jpg)' });
    expect(body.html).to.match(/<img src="\/previewed.jpg" [^>]*width="1200" height="800">/);
  });

  it('can be measured concurrently', async () => {
    const addresses = Array.from({ length: 40 }, (_, at) => `/crowd-${at}.png`);
    const id = await write(use(), { content: addresses.map((address) => `![](${address})`).join(' ') });
    await waiting(use(), '/crowd-39.png');
    const ordered = [
      addresses,
      addresses.toReversed(),
      addresses.toSpliced(0, 20),
      addresses.slice(0, 20).toReversed(),
    ];
    const calls = ordered.flatMap((some, at) =>
      [BOAT, { width: 0, height: 0 }].map((size) =>
        measure(use(), ...some.map((address) => ({ address, ...(at === 0 ? BOAT : size) }))),
      ),
    );
    await Promise.all(calls);
    expect((await page(use(), id)).match(/width="1200" height="800"/g)).to.have.lengthOf(40);
  });

  itOnce('are not found in text that only looks like an image', async () => {
    // A value may contain "<" and quotes of the other kind; starting there would invert the meaning of quotes.
    const content = "<b title='<img src='>/x.png?</b><i title=' alt='>x</i><i title='><meta name=evil>'>y</i>";
    const id = await write(use(), { content: `${content} ![](/real.png)` });
    await waiting(use(), '/real.png');
    const named = await unmeasured(use());
    expect(named.filter((address) => address.includes('x.png'))).to.deep.equal([]);
    const before = await page(use(), id);
    const hostile = ['>/x.png?</b><i title=', '/x.png', '>/x.png?', '<img src='];
    await measure(use(), ...hostile.map((address) => ({ address, ...BOAT })));
    expect(await page(use(), id)).to.equal(before);
  });

  it('can be measured again', async () => {
    const id = await write(use(), { content: 'A ![](/grown.jpg)' });
    for (const width of [10, 20]) {
      await measure(use(), { address: '/grown.jpg', width, height: 10 });
      expect(await page(use(), id)).to.include(`width="${width}" height="10"`);
    }
  });

  it('are deleted with their text, including their URLs', async () => {
    const id = await write(use(), { content: 'A ![](/secret.jpg)' });
    await waiting(use(), '/secret.jpg');
    const before = await rowsIn(use().database, 'unmeasured_pictures');
    await change(use(), id, { password: 'p4ssw0rd' });
    expect(await unmeasured(use())).not.to.include('/secret.jpg');
    expect(await rowsIn(use().database, 'unmeasured_pictures')).to.have.lengthOf(before.length - 1);
    await measure(use(), { address: '/secret.jpg', ...BOAT });
    for (const table of ['picture_sizes', 'unmeasured_pictures']) {
      expect((await rowsIn(use().database, table)).join()).not.to.include('secret');
    }
  });

  it('are listed by fifty, for any number of posts and images', async () => {
    for (let post = 0; post < 12; post++) {
      const pictures = Array.from({ length: 10 }, (_, at) => `![](/many-${post}-${at}.png)`);
      await write(use(), { content: pictures.join(' ') });
    }
    await waiting(use(), '/many-11-9.png');
    const measured = new Set<string>();
    for (let list = await unmeasured(use()); list.length > 0; list = await unmeasured(use())) {
      expect(list.length).to.be.at.most(50);
      await measure(use(), ...list.map((address) => ({ address, ...BOAT })));
      for (const address of list) measured.add(address);
    }
    expect([...measured].filter((address) => address.startsWith('/many-'))).to.have.lengthOf(120);
  });

  for (const [wrong, pictures] of [
    ['a side below 0', [{ address: '/a.png', width: -1, height: 1 }]],
    ['half a pixel', [{ address: '/a.png', width: 1.5, height: 1 }]],
    ['no height', [{ address: '/a.png', width: 1 }]],
    ['an address without end', [{ address: 'a'.repeat(4001), width: 1, height: 1 }]],
    ['none at all', []],
    ['51 of them', Array.from({ length: 51 }, (_, at) => ({ address: `/${at}.png`, width: 1, height: 1 }))],
  ] as const) {
    itOnce(`${wrong} is rejected, and nothing is stored`, async () => {
      const before = await rowsIn(use().database, 'picture_sizes');
      const { status, body } = await use().admin('PUT', '/api/admin/pictures', { pictures });
      expect([status, body.code]).to.deep.equal([400, 'BAD_REQUEST']);
      expect(await rowsIn(use().database, 'picture_sizes')).to.deep.equal(before);
    });
  }
});

describe('image sizes in HTML', () => {
  it('are looked for in images only, and only in those without a size', () => {
    const others = '<img alt="/a"><img src="/b" width="1" height="2"><p>&#x3C;img src="/c"></p>';
    expect(findUnsized(`${others}<img src="/d&#x22;e"><img src="/f" height="80">`)).to.deep.equal(['/d"e', '/f']);
  });

  it('are found in bounded time', () => {
    const parts = ['<img ', '<img a="', '<img a="<img b=" c="', ' a', '<img a'];
    const elapsed = stopwatch();
    for (const part of parts) expect(findUnsized(`<img ${part.repeat(200_000)}`)).to.deep.equal([]);
    expect(elapsed()).to.be.below(2000);
  });
});

async function unmeasured({ admin }: TestService): Promise<string[]> {
  const { status, body } = await admin('GET', '/api/admin/pictures');
  expect(status).to.equal(200);
  return (body as { pictures: string[] }).pictures;
}

function waiting(service: TestService, address: string): Promise<void> {
  return until(async () => (await unmeasured(service)).includes(address));
}

async function measure({ admin }: TestService, ...pictures: { address: string; width: number; height: number }[]) {
  const { status, body } = await admin('PUT', '/api/admin/pictures', { pictures });
  expect([status, body]).to.deep.equal([200, { ok: true }]);
}

async function page({ call }: TestService, id: string): Promise<string> {
  const { status, body } = await call('GET', `/posts/${id}`);
  expect(status).to.equal(200);
  return body as string;
}

function imagesOf(html: string): string[] {
  return html.match(/<img (?:[^">]|"[^"]*")*>/g) ?? [];
}
