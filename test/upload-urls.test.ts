import { expect } from 'chai';

import type { MediaShape } from '../routers/media/schemas.ts';
import { set } from './support/comments.ts';
import { picture } from './support/files.ts';
import { change, write } from './support/posts.ts';
import { BEFORE_MAILING, passTime } from './support/pass-time.ts';
import { describeService, type TestService } from './support/service.ts';
import { startSmtp } from './support/smtp.ts';
import { insertSubscriber } from './support/subscribers.ts';
import { replace, uploaded, withSizes } from './support/uploads.ts';

const SITE = 'https://blog.example';
const smtp = await startSmtp();

after(() => smtp.stop());

let made = 0;

/** Uploads an image, and waits for its smaller versions. */
async function sized(service: TestService): Promise<{ media: MediaShape; path: string }> {
  const { id, url } = await uploaded(
    service,
    await picture(800, 400, (made += 20))
      .jpeg()
      .toBuffer(),
  );
  const media = await withSizes(service, id);
  return { media, path: `/media/${/\d{4}\/\d{2}\/.*$/.exec(url)![0]}` };
}

/** Reads a path as text. @param host another host than that of the service */
async function text({ url }: TestService, path: string, at = ''): Promise<string> {
  const response = await fetch((at || url) + path);
  expect(response.status, path).to.equal(200);
  return response.text();
}

/** What a post with this URL in its text and as its cover shows in all places: whether these are as for the relative one. */
async function shownAs(service: TestService, url: string, at = ''): Promise<Record<string, boolean>> {
  const id = await write(service, { content: `![a](${url})\n\n[b](${url})`, cover: url });
  const page = await text(service, `/posts/${id}`, at);
  const item = (JSON.parse(await text(service, '/feed.json', at)) as { items: Record<string, string>[] }).items.find(
    (one) => one['url']?.endsWith(`/${id}`),
  );
  const { post } = JSON.parse(await text(service, `/api/posts/${id}?include=html`, at)) as {
    post: { content: string; html: string };
  };
  expect(post.content).to.include(url);
  const images = page.match(/<img (?:[^">]|"[^"]*")*>/g) ?? [];
  expect(images).to.have.length(2);
  const isWhole = (html = '') => /-320\.webp 320w/.test(html) && /width="800" height="400"/.test(html);
  const shown = {
    cover: isWhole(images[0]),
    text: isWhole(images[1]) && images[1]!.includes('src="/'),
    link: !page.includes(`href="${url}"`),
    feed: isWhole(item?.['content_html']),
    api: isWhole(post.html),
  };
  await service.admin('DELETE', `/api/posts/${id}`);
  return shown;
}

const own = { cover: true, text: true, link: true, feed: true, api: true };
const foreign = { cover: false, text: false, link: false, feed: false, api: false };

// docs/interface.md, F21
describeService('absolute URLs of uploads while no site address is set', (use) => {
  it('are those of the hosts that answered uploads, whichever host is read', async () => {
    const { media, path } = await sized(use());
    expect(media.url).to.equal(use().url + path);
    const { port } = new URL(use().url);
    for (const at of ['', `http://localhost:${port}`]) {
      expect(await shownAs(use(), media.url, at), at).to.deep.equal(own);
      expect(await shownAs(use(), `http://other.example:${port}${path}`, at)).to.deep.equal(foreign);
      expect(await shownAs(use(), `http://127.0.0.1:1${path}`, at)).to.deep.equal(foreign);
    }
    expect(await shownAs(use(), `http://localhost:${port}${path}`)).to.deep.equal(foreign);
    const answered = await fetch(`http://localhost:${port}/api/media/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${use().token}` },
      body: form(await picture(300, 200, 1).png().toBuffer()),
    });
    expect(answered.status).to.equal(201);
    expect(await shownAs(use(), `http://LocalHost:${port}${path}`)).to.deep.equal(own);
  });

  it('are uses of the file, and are replaced with it', async () => {
    const { media, path } = await sized(use());
    const other = new URL(path, 'http://other.example').href;
    const id = await write(use(), { content: `![](${media.url}) ![](${other})`, cover: media.url });
    const { port } = new URL(use().url);
    const uses = (await fetch(`http://localhost:${port}/api/media/${media.id}/uses`, {
      headers: { authorization: `Bearer ${use().token}` },
    }).then((response) => response.json())) as { total: number };
    expect(uses.total).to.equal(1);
    const { body } = await replace(use(), media.id, await picture(500, 300, 7).jpeg().toBuffer());
    expect(body.posts).to.equal(1);
    const { post } = (await use().admin('GET', `/api/posts/${id}`)).body;
    expect([post.content, post.cover]).to.deep.equal([`![](${body.media.url}) ![](${other})`, body.media.url]);
  });

  it('are foreign once an address is set, and those of a former address stay so', async () => {
    const { media, path } = await sized(use());
    await set(use(), { siteUrl: 'https://former.example' });
    expect(await shownAs(use(), media.url)).to.deep.equal(foreign);
    expect(await shownAs(use(), `https://former.example${path}`)).to.deep.equal(own);
    await set(use(), { siteUrl: SITE });
    expect(await shownAs(use(), `https://former.example${path}`)).to.deep.equal(foreign);
    await set(use(), { siteUrl: '' });
  });
});

// docs/interface.md, F21
describeService(
  'absolute URLs of uploads at the site address',
  (use) => {
    it('are recognised in every spelling of scheme, port and host', async () => {
      const { media, path } = await sized(use());
      expect(media.url).to.equal(SITE + path);
      for (const site of [
        SITE,
        'http://blog.example',
        'https://Blog.Example',
        'https://blog.example:443',
        'http://BLOG.example:80',
      ]) {
        expect(await shownAs(use(), site + path), site).to.deep.equal(own);
      }
      for (const site of [
        'https://blog.example:8443',
        'https://blog.example.evil.example',
        'https://blog.example/sub',
      ]) {
        expect(await shownAs(use(), site + path), site).to.deep.equal(foreign);
      }
    });

    it('are covers in feeds and link previews', async () => {
      const { path } = await sized(use());
      const id = await write(use(), { cover: `http://Blog.example${path}` });
      const { items } = JSON.parse(await text(use(), '/feed.json')) as { items: Record<string, string>[] };
      expect(items.find(({ url }) => url?.endsWith(`/${id}`))?.['image']).to.equal(SITE + path);
      expect(await text(use(), `/posts/${id}`)).to.include(
        `<meta property="og:image" content="${SITE}${path.replace(/\.\w+$/, '-1200.jpg')}"`,
      );
    });

    it('have sizes in mails', async () => {
      const { path } = await sized(use());
      await insertSubscriber(use(), 'ada');
      await write(use(), { content: `![a](http://Blog.example${path})`, notifySubscribers: true });
      await passTime(use(), BEFORE_MAILING);
      const [mail] = await smtp.received(1);
      expect(mail?.html)
        .to.include(`src="${SITE}${path}"`)
        .and.match(/width="600" height="300"/);
    });
  },
  { ...smtp.env, SITE_URL: SITE },
);

// docs/interface.md, F21
describeService(
  'absolute URLs of uploads of a site below a path',
  (use) => {
    it('have that path', async () => {
      const { admin, url } = use();
      const below: TestService = {
        ...use(),
        url: `${url}/sub`,
        admin: (method, path, ...rest) => admin(method, `/sub${path}`, ...rest),
      };
      const { media, path } = await sized(below);
      expect(media.url).to.equal(`${SITE}/sub${path}`);
      for (const site of [SITE, 'http://BLOG.example']) {
        expect(await shownAs(below, `${site}/sub${path}`), site).to.deep.equal(own);
        expect(await shownAs(below, site + path), site).to.deep.equal(foreign);
      }
    });
  },
  { SITE_URL: `${SITE}/sub` },
);

// docs/interface.md, F21
describeService(
  'absolute URLs of uploads at MEDIA_PUBLIC_URL',
  (use) => {
    it('are recognised beside those of the site', async () => {
      const { media, path } = await sized(use());
      expect(media.url).to.equal(`https://cdn.example/files${path.slice('/media'.length)}`);
      for (const url of [media.url, media.url.replace('cdn', 'CDN'), SITE + path]) {
        const id = await write(use(), { content: `![a](${url})`, cover: url });
        const page = await text(use(), `/posts/${id}`);
        expect(page.match(/-320\.webp 320w/g), url).to.have.length(2);
        expect(page, url).to.not.include(`${SITE}${path}`);
        await change(use(), id, { status: 'draft' });
      }
    });
  },
  { SITE_URL: SITE, MEDIA_PUBLIC_URL: 'https://cdn.example/files' },
);

function form(content: Uint8Array): FormData {
  const data = new FormData();
  data.append('file', new Blob([content as BlobPart]), 'small.png');
  return data;
}
