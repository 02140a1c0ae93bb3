import { expect } from 'chai';

import { withEmptyPlaces } from '../client/importers/empty-places.ts';
import { htmlToMarkdown } from '../client/importers/html/to-markdown.ts';
import type { SourceItem } from '../client/importers/importer.ts';
import { textOfStream } from '../client/importers/text-of-stream.ts';
import { withParagraphs } from '../client/importers/wordpress/paragraphs.ts';
import { withoutShortcodes } from '../client/importers/wordpress/shortcodes.ts';
import { wordpress } from '../client/importers/wordpress/wxr.ts';
import { allOf } from './support/all-of.ts';
import { wxrOf, type WxrItem } from './support/wxr.ts';

function read(xml: string): AsyncGenerator<SourceItem, void> {
  return wordpress.read(textOfStream({ name: 'blog.xml' }, () => new Blob([xml]).stream()));
}

/** The posts and comments of an export. */
async function itemsOf(...items: WxrItem[]) {
  const all = await allOf(withEmptyPlaces(read(wxrOf(items))));
  return {
    posts: all.flatMap((item) => (item.kind === 'post' ? [item] : [])),
    comments: all.flatMap((item) => (item.kind === 'comment' ? [item.comment] : [])),
    notes: all.flatMap((item) => (item.kind === 'notes' ? [item.place] : [])),
  };
}

const comment = {
  comment_author: 'Ada',
  comment_content: 'Text',
  comment_approved: 1,
  comment_date_gmt: '2024-02-05 00:00:00',
};

describe('an import from WordPress', () => {
  it('leaves out the excerpt of a protected post, and makes its comments pending', async () => {
    const item = { title: 'A', excerpt: 'Summary', comments: [{ ...comment, comment_id: 1 }] };
    const { posts, comments } = await itemsOf({ ...item, wp: { post_password: 'sesame' } }, item);
    expect(posts.map(({ post }) => post.excerpt)).to.deep.equal([undefined, 'Summary']);
    expect(comments.map(({ status }) => status)).to.deep.equal(['pending', 'approved']);
    expect(posts.map(({ notes }) => notes)).to.deep.equal([
      [
        'It is protected with the password of the export.',
        'Its excerpt is left out, because it would be public.',
        'Its comments are pending, because approved ones would be public.',
      ],
      [],
    ]);
    const { posts: bare } = await itemsOf({ title: 'A', wp: { post_password: 'sesame' } });
    expect(bare[0]?.notes).to.deep.equal(['It is protected with the password of the export.']);
  });

  it('tells posts without a number apart by their URL, as in the sample data of themes', async () => {
    const xml = wxrOf([{ title: 'A' }, { title: 'B' }]).replace(/<wp:post_id>.*?<\/wp:post_id>/g, '');
    const posts = (await allOf(read(xml))).flatMap((item) => (item.kind === 'post' ? [item] : []));
    expect(posts.map(({ post }) => post.sourceKey)).to.deep.equal([
      'wordpress:old.example:https://old.example/a/',
      'wordpress:old.example:https://old.example/b/',
    ]);
    expect(posts.map(({ place }) => place)).to.deep.equal(['post A', 'post B']);
  });

  it('decodes titles, names and excerpts, which WordPress stores as HTML', async () => {
    const { posts, comments } = await itemsOf({
      title: 'News &amp; <em>Events</em><br>R&D',
      excerpt: '<p>Tom &amp; Jerry</p>',
      names: { category: ['News &amp; Events', '&#8203;'], post_tag: ['Q&amp;A', '&#8203;'] },
      comments: [{ ...comment, comment_id: 1, comment_author: 'Ada &amp; Bob' }],
      wp: { post_name: 'news' },
    });
    expect(posts[0]?.place).to.match(/^post \d+ News & Events R&D$/);
    expect(posts[0]?.post).to.include({
      title: 'News & Events R&D',
      excerpt: 'Tom & Jerry',
      category: 'News & Events',
    });
    expect(posts[0]?.post.tags).to.deep.equal(['Q&A']);
    expect(comments[0]?.author).to.equal('Ada & Bob');
    const xml = wxrOf([{ title: '&#8203;', wp: { post_name: 'unnamed' } }]).replace('>Ada<', '>Ada &amp;amp; Co<');
    const [item] = await allOf(read(xml));
    expect(item?.kind === 'post' && item.post).to.include({ title: 'unnamed', author: 'Ada & Co' });
  });

  it('schedules no published post whose local day has not begun here', async () => {
    const text = (time: number) => new Date(time).toISOString().replace('T', ' ').slice(0, 19);
    const now = Date.now();
    // The zone of the blog is up to 14 hours ahead.
    const ahead = { post_date: text(now + 14 * 3_600_000), post_date_gmt: text(now - 60_000) };
    const later = { post_date: text(now + 86_400_000), post_date_gmt: text(now + 86_400_000), status: 'future' };
    const { posts } = await itemsOf({ title: 'A', wp: ahead }, { title: 'B', wp: later }, { title: 'C' });
    expect(posts.map(({ post }) => [post.publishAt, post.wasScheduled])).to.deep.equal([
      [null, undefined],
      [`${later.post_date_gmt.replace(' ', 'T')}.000Z`, true],
      [undefined, undefined],
    ]);
  });

  it('takes the local time of comments without one in GMT', async () => {
    const local = { comment_date: '2011-02-03 04:05:06', comment_date_gmt: '0000-00-00 00:00:00' };
    const { comments } = await itemsOf({
      title: 'A',
      comments: [
        { ...comment, comment_id: 2 },
        { ...comment, ...local, comment_id: 3 },
        { ...comment, comment_id: 4, comment_date_gmt: '0000-00-00 00:00:00' },
      ],
    });
    expect(comments.map(({ created_at: at }) => at)).to.deep.equal([
      undefined,
      '2011-02-03T04:05:06.000Z',
      '2024-02-05T00:00:00.000Z',
    ]);
  });

  // docs/interface.md, X19
  it('keeps the replies to comments whose author or text has no visible character', async () => {
    const { comments, notes } = await itemsOf({
      title: 'A',
      comments: [
        { ...comment, comment_id: 1, comment_author: '\u3164' },
        { ...comment, comment_id: 2, comment_parent: 1, comment_content: '\u3164' },
        { ...comment, comment_id: 3, comment_parent: 2 },
      ],
    });
    expect(comments.map(({ author, content }) => [author, content])).to.deep.equal([
      ['Anonymous', 'Text'],
      ['', ''],
      ['Ada', 'Text'],
    ]);
    expect(notes).to.deep.equal(['comment 2']);
  });
});

describe('a post of the classic editor of WordPress', () => {
  const markdownOf = (html: string) => htmlToMarkdown(withParagraphs(html)).markdown;

  it('keeps its paragraphs beside elements p', () => {
    const html = 'One\ntwo\n\n<p align="center">Three\n\nfour</p>\n\nFive\n\nSix';
    expect(markdownOf(html)).to.equal('One\\\ntwo\n\nThree four\n\nFive\n\nSix');
    expect(markdownOf('<p>One\n\nTwo\n\n<p>Three</p>\n\nFour')).to.equal('One\n\nTwo\n\nThree\n\nFour');
    const blocks = '<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph -->\n\nTwo\nthree';
    expect(withParagraphs(blocks)).to.equal(blocks);
  });

  it('links to what it embeds', () => {
    const { html } = withoutShortcodes('One [embed width="3"]https://v.example/a_b[/embed] two', () => undefined);
    expect(markdownOf(html)).to.equal('One\n\n<https://v.example/a_b>\n\ntwo');
  });
});
