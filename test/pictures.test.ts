import { expect } from 'chai';

import { unsizedIn, withSizes } from '../routers/pictures/html.ts';
import { renderAhead } from '../server/render/ahead.ts';
import { createRenderer } from '../server/render/markdown.ts';
import { createRenderings } from '../server/render/renderings.ts';
import { change, write } from './support/posts.ts';
import { describeService, type TestService } from './support/service.ts';
import { rowsIn } from './support/stored.ts';
import { until } from './support/workers.ts';

const BOAT = { width: 1200, height: 800 };

describeService('pictures of unknown size', (use) => {
  before(() => {
    const { services, changes, database } = use();
    const renderings = createRenderings(services.em, database.dialect);
    renderAhead({ services, changes, renderer: createRenderer(undefined, renderings) });
  });

  it('are named to the administrator, those of the newest post first, once each, and no others', async () => {
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

  it('have room on every page as soon as they are measured', async () => {
    const content =
      'Words ![A > B & C](/boat.jpg) words\n\n![](/boat.jpg)\n\n<img src="/boat.jpg" width="300"> and more';
    const id = await write(use(), { content });
    expect(imagesOf(await page(use(), id))).to.deep.equal([
      '<img src="/boat.jpg" alt="A > B &#x26; C" decoding="async">',
      '<img src="/boat.jpg" alt="" loading="lazy" decoding="async" class="picture unsized">',
      '<img src="/boat.jpg" width="300" alt="" loading="lazy" decoding="async">',
    ]);
    await waiting(use(), '/boat.jpg');
    await measure(use(), { address: '/boat.jpg', ...BOAT });
    expect(imagesOf(await page(use(), id))).to.deep.equal([
      '<img src="/boat.jpg" alt="A > B &#x26; C" decoding="async" width="1200" height="800">',
      '<img src="/boat.jpg" alt="" loading="lazy" decoding="async" class="picture" width="1200" height="800">',
      '<img src="/boat.jpg" width="300" alt="" loading="lazy" decoding="async" height="200">',
    ]);
  });

  it('are asked for no more once they are measured, in later posts as well', async () => {
    await measure(use(), { address: '/sea.jpg', ...BOAT });
    const id = await write(use(), { content: 'The ![](/sea.jpg) and ![](/sand.jpg)' });
    await waiting(use(), '/sand.jpg');
    expect(await unmeasured(use())).not.to.include('/sea.jpg');
    expect(await page(use(), id)).to.include('<img src="/sea.jpg" alt="" decoding="async" width="1200" height="800">');
  });

  it('that do not come are asked for again only when their post changes', async () => {
    const id = await write(use(), { content: 'A ![](/gone.jpg)' });
    await waiting(use(), '/gone.jpg');
    await measure(use(), { address: '/gone.jpg', width: 0, height: 0 });
    expect(await unmeasured(use())).not.to.include('/gone.jpg');
    expect(imagesOf(await page(use(), id))).to.deep.equal(['<img src="/gone.jpg" alt="" decoding="async">']);
    await change(use(), id, { content: 'Still a ![](/gone.jpg)' });
    await waiting(use(), '/gone.jpg');
  });

  it('may be measured anew', async () => {
    const id = await write(use(), { content: 'A ![](/grown.jpg)' });
    for (const width of [10, 20]) {
      await measure(use(), { address: '/grown.jpg', width, height: 10 });
      expect(await page(use(), id)).to.include(`width="${width}" height="10"`);
    }
  });

  it('are forgotten with their text, and leave no address behind', async () => {
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

  it('come by fifty, however many posts and pictures there are', async () => {
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
    it(`${wrong} is refused, and nothing kept`, async () => {
      const before = await rowsIn(use().database, 'picture_sizes');
      const { status, body } = await use().admin('PUT', '/api/admin/pictures', { pictures });
      expect([status, body.code]).to.deep.equal([400, 'BAD_REQUEST']);
      expect(await rowsIn(use().database, 'picture_sizes')).to.deep.equal(before);
    });
  }
});

describe('sizes in HTML', () => {
  const sized = (html: string) => withSizes(html, (address) => (address === '/a"b' ? BOAT : undefined));

  it('go to pictures only, and to those that have none', () => {
    const others =
      '<img alt="/a&#x22;b"><img src="/a&#x22;b" width="1" height="2"><img src="/c"><p>&#x3C;img src="/a"></p>';
    expect(sized(others)).to.equal(others);
    expect(sized('<img src="/a&#x22;b">')).to.equal('<img src="/a&#x22;b" width="1200" height="800">');
  });

  it('keep the shape of a picture of which one side is said', () => {
    expect(sized('<img src="/a&#x22;b" height="80">')).to.equal('<img src="/a&#x22;b" height="80" width="120">');
    expect(sized('<img src="/a&#x22;b" width="1">')).to.equal('<img src="/a&#x22;b" width="1" height="1">');
  });

  it('are looked for in bounded time', () => {
    const parts = ['<img ', '<img a="', '<img a="<img b=" c="', ' a', '<img a'];
    const begun = performance.now();
    for (const part of parts) expect(unsizedIn(`<img ${part.repeat(200_000)}`)).to.deep.equal([]);
    expect(performance.now() - begun).to.be.below(2000);
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
