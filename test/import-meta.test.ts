import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect } from 'chai';

import { ghost } from '../client/importers/ghost/ghost.ts';
import { importFile } from '../client/importers/import-file.ts';
import { isUnchanged } from '../client/importers/import-report.ts';
import type { Importer } from '../client/importers/importer.ts';
import { readSourcePost } from '../client/importers/markdown/source-post.ts';
import { textOfStream } from '../client/importers/text-of-stream.ts';
import { wordpress } from '../client/importers/wordpress/wxr.ts';
import { createBlogClient } from '../client/index.ts';
import { allOf } from './support/all-of.ts';
import { describeService } from './support/service.ts';
import { skip } from './support/skip.ts';
import { wxrOf } from './support/wxr.ts';

const sourceOf = (text: string) => textOfStream({ name: 'blog' }, () => new Blob([text]).stream());

async function metaIn(importer: Importer, text: string) {
  const items = await allOf(importer.read(sourceOf(text), { oldUrl: 'https://old.example' }));
  return items.flatMap((item) => (item.kind === 'post' ? [item] : []));
}

function withMeta(fields: Record<string, string>): string {
  const rows = Object.entries(fields).map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
  );
  const cover = {
    title: 'cover',
    excerpt: 'A <b>caption</b>',
    wp: { post_id: 7, post_type: 'attachment', attachment_url: 'https://old.example/c.jpg' },
  };
  const alt =
    '<wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>The quay</wp:meta_value></wp:postmeta>';
  return wxrOf([{ title: 'A post' }, cover])
    .replace('</item>', `${rows.join('')}</ITEM>`)
    .replace('</item>', `${alt}</ITEM>`)
    .replaceAll('</ITEM>', '</item>');
}

describe('meta fields', () => {
  it('of Yoast are kept, with the texts of the cover', async () => {
    const [post] = await metaIn(
      wordpress,
      withMeta({
        _yoast_wpseo_title: '%%title%% %%page%% %%sep%% %%sitename%%',
        _yoast_wpseo_metadesc: 'What it says',
        _yoast_wpseo_canonical: 'https://other.example/a',
        '_yoast_wpseo_opengraph-title': 'Share me',
        '_yoast_wpseo_opengraph-description': '%%excerpt%%',
        '_yoast_wpseo_twitter-image': 'https://old.example/s.jpg',
        '_yoast_wpseo_meta-robots-noindex': '1',
        _thumbnail_id: '7',
      }),
    );
    expect(post!.meta).to.deep.equal({
      metaTitle: 'A post - Old',
      metaDescription: 'What it says',
      canonicalUrl: 'https://other.example/a',
      shareTitle: 'Share me',
      shareImage: 'https://old.example/s.jpg',
      noindex: true,
      coverAlt: 'The quay',
      coverCaption: 'A caption',
    });
    expect([post!.post.cover, post!.post.status]).to.deep.equal(['https://old.example/c.jpg', 'published']);
  });

  it('of Rank Math are kept, and are no custom fields', async () => {
    const [post] = await metaIn(
      wordpress,
      withMeta({
        rank_math_title: '%title% %sep% %sitename%',
        rank_math_description: 'x'.repeat(400),
        rank_math_facebook_title: 'Share me',
        rank_math_robots: 'a:2:{i:0;s:7:"noindex";i:1;s:8:"nofollow";}',
        own: 'x',
      }),
    );
    expect(post!.meta).to.include({ metaTitle: 'A post - Old', shareTitle: 'Share me', noindex: true });
    expect(post!.meta!.metaDescription).to.have.length(320);
    expect(post!.fields).to.deep.equal(['own']);
    const [plain] = await metaIn(
      wordpress,
      withMeta({ rank_math_robots: 'a:1:{i:0;s:5:"index";}', rank_math_title: '' }),
    );
    expect(plain!.meta).to.deep.equal({});
  });

  it('of Ghost are kept, in new exports and old ones', async () => {
    const row = {
      id: '1',
      uuid: 'u',
      slug: 'a',
      title: 'A',
      html: '<p>x</p>',
      status: 'published',
      created_at: '2024-01-01T00:00:00Z',
    };
    const exported = (post: object, posts_meta: object[]) =>
      JSON.stringify({ data: { posts: [{ ...row, ...post }], posts_meta } });
    const texts = {
      meta_title: 'MT',
      og_description: 'OD',
      twitter_title: 'TT',
      feature_image_alt: 'Alt',
      feature_image_caption: 'A <i>c</i>',
      og_image: '__GHOST_URL__/content/images/a.jpg',
    };
    const expected = {
      metaTitle: 'MT',
      canonicalUrl: 'https://old.example/b',
      shareTitle: 'TT',
      shareDescription: 'OD',
      shareImage: 'https://old.example/content/images/a.jpg',
      coverAlt: 'Alt',
      coverCaption: 'A c',
    };
    for (const text of [
      exported({ canonical_url: '__GHOST_URL__/b' }, [{ post_id: '1', ...texts }]),
      exported({ canonical_url: '__GHOST_URL__/b', ...texts }, []),
    ]) {
      expect((await metaIn(ghost, text))[0]!.meta).to.deep.equal(expected);
    }
  });

  it('of front matter are kept, also as jekyll-seo-tag and themes of Hugo have them', () => {
    const read = (fields: string) => readSourcePost('_posts/2024-01-02-a.md', `---\ntitle: A\n${fields}\n---\nText`);
    expect(
      read(
        'canonical_url: https://other.example/a\nimage: { path: a.jpg, alt: The quay }\nrobots: noindex, follow\n' +
          `seo_title: ${'x'.repeat(130)}\nog_image: b.jpg`,
      ),
    ).to.deep.include({
      canonicalUrl: 'https://other.example/a',
      cover: 'a.jpg',
      coverAlt: 'The quay',
      noindex: true,
      shareImage: 'b.jpg',
      metaTitle: `${'x'.repeat(119)}…`,
      relativeImages: ['a.jpg', 'b.jpg'],
    });
    expect(read('cover: { image: a.jpg, alt: Alt, caption: Caption }\nrobotsNoIndex: true')).to.deep.include({
      coverAlt: 'Alt',
      coverCaption: 'Caption',
      noindex: true,
    });
    const odd = read('canonical_url: /a\nmeta_title: ""');
    expect([odd.canonicalUrl, odd.metaTitle, odd.noindex]).to.deep.equal([undefined, '', undefined]);
    expect(odd.notes).to.deep.equal(['Its canonicalUrl is left out, because it is no absolute URL: /a']);
  });

  it('of the shared case are kept', async function () {
    const file = fileURLToPath(new URL('../../shared/cases/ghost-meta-and-gallery.json', import.meta.url));
    if (!existsSync(file)) skip(this, `there is no ${file}`, { optional: true });
    const [post] = await metaIn(ghost, readFileSync(file, 'utf8'));
    expect(post!.meta).to.deep.equal({ metaTitle: 'MT', metaDescription: 'MD', shareTitle: 'OT' });
  });
});

describeService('an import', (use) => {
  const run = (text: string, dryRun: boolean) => {
    const { url, token } = use();
    const client = createBlogClient({ url, token });
    const start = () => ({ at: () => undefined, stop: () => undefined });
    return importFile(client.transfer.import, wordpress, sourceOf(text), { dryRun, start });
  };
  const text = wxrOf([
    {
      title: 'A',
      wp: { post_id: 1 },
      html:
        '<p><img src="https://old.example/a.jpg"> <img src="https://old.example/a.jpg"> <a href="https://cdn.example/b.PNG?x=1">b</a> ' +
        '<a href="https://x.example/page">c</a> H<sub>2</sub></p><details><summary>S</summary><p>x</p></details>',
    },
    { title: 'B', wp: { post_id: 2 }, html: '<p><img src="https://old.example/c.jpg"> <sub>2</sub></p>' },
  ]).replace(
    '</item>',
    '<wp:postmeta><wp:meta_key>_yoast_wpseo_title</wp:meta_key><wp:meta_value>T</wp:meta_value></wp:postmeta></item>',
  );

  it('lists the pictures at other hosts and the HTML that stays', async () => {
    const report = await run(text, true);
    expect(report.elsewhere).to.deep.equal([
      { host: 'old.example', urls: ['https://old.example/a.jpg', 'https://old.example/c.jpg'] },
      { host: 'cdn.example', urls: ['https://cdn.example/b.PNG?x=1'] },
    ]);
    expect(report.html).to.deep.equal([
      { name: 'sub', places: ['post 1 A', 'post 2 B'] },
      { name: 'details', places: ['post 1 A'] },
    ]);
    expect(report.fields).to.deep.equal([]);
  });

  it('fills the fields for search engines and link previews, and leaves out addresses that are none', async () => {
    const meta = {
      _yoast_wpseo_title: 'For engines',
      _yoast_wpseo_metadesc: 'What it says',
      _yoast_wpseo_canonical: 'https://other.example/a',
      '_yoast_wpseo_opengraph-image': 'javascript:alert(1)',
      '_yoast_wpseo_meta-robots-noindex': '1',
      _thumbnail_id: '7',
    };
    const report = await run(withMeta(meta).replaceAll('a-post', 'with-meta'), false);
    expect(report.notes.map(({ reason }) => reason).join()).to.include('Its shareImage is left out');
    const { body } = await use().admin('GET', '/api/posts/with-meta');
    expect(body.post).to.include({
      metaTitle: 'For engines',
      metaDescription: 'What it says',
      canonicalUrl: 'https://other.example/a',
      shareImage: '',
      noindex: 1,
      coverAlt: 'The quay',
      coverCaption: 'A caption',
    });
  });

  it('takes neither the URL of a post as its canonical URL, nor the descriptions of a protected post', async () => {
    const meta = { _yoast_wpseo_canonical: 'https://old.example/own/', _yoast_wpseo_metadesc: 'Secret' };
    await run(withMeta(meta).replaceAll('a-post', 'own'), false);
    const own = await use().admin('GET', '/api/posts/own');
    expect(own.body.post).to.include({ canonicalUrl: '', metaDescription: 'Secret' });
    const locked = withMeta(meta)
      .replaceAll('a-post', 'locked')
      .replace(/(<wp:post_password>)[^<]*(?:<!\[CDATA\[\]\]>)?/, '$1a long password');
    await run(locked, false);
    const { body } = await use().admin('GET', '/api/posts/locked');
    expect(body.post).to.include({ protected: 1, metaDescription: '' });
  });

  it('closes the comments of a post that the source has closed', async () => {
    const closed = wxrOf([
      { title: 'Closed', wp: { comment_status: 'closed' } },
      { title: 'Open', wp: { comment_status: 'open' } },
    ]);
    await run(closed, false);
    expect((await use().admin('GET', '/api/posts/closed/comments')).body).to.include({ closed: 1 });
    expect((await use().admin('GET', '/api/posts/open/comments')).body).to.not.have.property('closed');
  });

  it('says that a source that has not changed changes nothing', async () => {
    expect(isUnchanged(await run(text, false))).to.equal(false);
    const again = await run(text, false);
    expect(again).to.include({ new: 0, changed: 0, unchanged: 2 });
    expect(isUnchanged(again)).to.equal(true);
    expect(isUnchanged(await run(wxrOf([]), false)), 'nothing is no source').to.equal(false);
  });
});
