import { expect } from 'chai';

import { artalk } from '../client/importers/artalk/artalk.ts';
import { disqus } from '../client/importers/disqus/disqus.ts';
import { formats } from '../client/importers/formats.ts';
import { giscus, utterances } from '../client/importers/github/github.ts';
import { importFile } from '../client/importers/import-file.ts';
import { isUnchanged } from '../client/importers/import-report.ts';
import type { Importer } from '../client/importers/importer.ts';
import { parentsFirst } from '../client/importers/parents-first.ts';
import { textOfStream } from '../client/importers/text-of-stream.ts';
import { twikoo } from '../client/importers/twikoo/twikoo.ts';
import { waline } from '../client/importers/waline/waline.ts';
import { createBlogClient } from '../client/index.ts';
import { describeService } from './support/service.ts';

describe('things that follow each other', () => {
  it('come after the one that they follow, also in a circle', () => {
    const ordered = (parents: Record<string, string>) => [...parentsFirst(Object.keys(parents), (one) => parents[one])];
    expect(ordered({ c: 'b', a: '', b: 'a' })).to.deep.equal(['', 'a', 'b', 'c']);
    expect(ordered({ a: 'b', b: 'a' })).to.deep.equal(['b', 'a']);
  });
});

const SITE = 'https://notes.example';
const TIME = '2024-03-02T10:00:00.000Z';
const LATER = '2024-03-02T11:00:00.000Z';

interface Expected {
  author: string;
  content: string;
  date?: string;
  /** The content of the comment that it replies to. */
  to?: string;
  owner?: 0 | 1;
}

interface Case {
  importer: Importer;
  text: string;
  /** By the path of the page. */
  pages: Record<string, Expected[]>;
  /** Places that are skipped, with a part of the reason. */
  skipped?: Record<string, string>;
  title?: string;
}

const first = { author: 'Ada', content: 'Good *text*', date: TIME };
const answer = { author: 'Bo', content: 'Thank you', date: LATER, to: 'Good *text*' };

/** Shapes of exports as each system's own documentation and source describe them. */
const cases: Case[] = [
  {
    importer: waline,
    text: JSON.stringify({
      type: 'waline',
      version: 1,
      tables: ['Comment', 'Users'],
      data: {
        Comment: [
          {
            objectId: '1',
            nick: 'Ada',
            mail: 'a@mail.example',
            comment: 'Good *text*',
            url: '/waline/a/',
            status: 'approved',
            insertedAt: TIME,
          },
          {
            objectId: '2',
            nick: 'Bo',
            comment: 'Thank you',
            url: '/waline/a/',
            status: 'approved',
            pid: '1',
            rid: '1',
            user_id: '9',
            insertedAt: LATER,
          },
          { objectId: '3', nick: 'Spam', comment: 'Buy', url: '/waline/a/', status: 'spam', insertedAt: LATER },
        ],
        Users: [{ objectId: '9', display_name: 'Bo', type: 'administrator' }],
      },
    }),
    pages: { '/waline/a/': [first, { ...answer, owner: 1 }] },
    skipped: { 'comment 3': 'It is spam.' },
  },
  {
    importer: artalk,
    text: JSON.stringify([
      {
        id: '1',
        rid: '0',
        content: 'Good *text*',
        nick: 'Ada',
        email: 'a@mail.example',
        created_at: '2024-03-02 10:00:00 +0000',
        is_pending: 'false',
        page_key: '/artalk/a.html',
        page_title: 'The bay',
        site_name: 'Notes',
        site_urls: `${SITE},https://www.notes.example`,
      },
      {
        id: '2',
        rid: '1',
        content: 'Thank you',
        nick: 'Bo',
        created_at: '2024-03-02 19:00:00 +0800',
        is_pending: 'false',
        page_key: `${SITE}/artalk/a.html`,
        site_name: 'Notes',
        site_urls: SITE,
      },
    ]),
    pages: { '/artalk/a.html': [first, answer] },
    title: 'The bay',
  },
  {
    importer: twikoo,
    text: JSON.stringify([
      {
        _id: 'x1',
        nick: 'Ada',
        mail: 'a@mail.example',
        mailMd5: '0',
        href: `${SITE}/twikoo/a/#top`,
        url: '/twikoo/a/',
        comment: '<p>Good <b>text</b></p>',
        created: Date.parse(TIME),
        isSpam: false,
      },
      {
        _id: 'x2',
        nick: 'Bo',
        mailMd5: '1',
        url: '/twikoo/a/',
        href: `${SITE}/twikoo/a/#top`,
        comment: '<p>Thank you</p>',
        pid: 'x1',
        rid: 'x1',
        created: Date.parse(LATER),
        master: true,
      },
      {
        _id: 'x3',
        nick: 'Spam',
        mailMd5: '2',
        url: '/twikoo/a/',
        comment: '<p>Buy</p>',
        isSpam: true,
        created: Date.parse(LATER),
      },
    ]),
    pages: {
      '/twikoo/a/': [
        { ...first, content: 'Good text' },
        { ...answer, to: 'Good text', owner: 1 },
      ],
    },
    skipped: { 'comment x3': 'It is spam.' },
  },
  {
    importer: giscus,
    text: JSON.stringify({
      data: {
        repository: {
          discussions: {
            nodes: [
              {
                title: 'giscus/a',
                url: 'https://github.com/o/r/discussions/1',
                body: `# giscus/a\n\nA text.\n\n${SITE}/giscus/a/`,
                comments: {
                  nodes: [
                    {
                      id: 'DC_1',
                      author: { login: 'Ada' },
                      body: 'Good *text*',
                      createdAt: TIME,
                      replies: {
                        nodes: [
                          {
                            id: 'DC_2',
                            author: { login: 'Bo' },
                            authorAssociation: 'OWNER',
                            body: 'Thank you',
                            createdAt: LATER,
                          },
                        ],
                      },
                    },
                    { id: 'DC_3', author: null, body: 'From nobody', createdAt: LATER, replies: { nodes: [] } },
                  ],
                },
              },
            ],
          },
        },
      },
    }),
    pages: { '/giscus/a/': [first, { ...answer, owner: 1 }, { author: 'ghost', content: 'From nobody' }] },
  },
  {
    importer: utterances,
    text: JSON.stringify([
      {
        number: 3,
        title: 'utterances/a/',
        body: `# utterances/a/\n\nSee [home](https://other.example/)\n\n[${SITE}/utterances/a/](${SITE}/utterances/a/)`,
        url: 'https://github.com/o/r/issues/3',
        comments: [
          { id: 'IC_1', author: { login: 'Ada' }, authorAssociation: 'NONE', body: 'Good *text*', createdAt: TIME },
          { id: 'IC_2', author: { login: 'Bo' }, body: 'Thank you', createdAt: LATER },
        ],
      },
    ]),
    pages: { '/utterances/a/': [first, { author: 'Bo', content: 'Thank you', date: LATER }] },
  },
  {
    importer: disqus,
    text: `<?xml version="1.0"?><disqus xmlns="http://disqus.com" xmlns:dsq="http://disqus.com/disqus-internals">
      <thread dsq:id="1"><link>${SITE}/disqus/a/</link><title>The bay</title></thread>
      <thread dsq:id="2"><link>https://elsewhere.example/a/</link></thread>
      <post dsq:id="2"><message><![CDATA[<p>Fine</p>]]></message><createdAt>${TIME}</createdAt><isDeleted>false</isDeleted>
      <isSpam>false</isSpam><author><name>Ada</name></author><thread dsq:id="1"/></post>
      <post dsq:id="3"><message><![CDATA[<p>Lost</p>]]></message><createdAt>${TIME}</createdAt><isDeleted>false</isDeleted>
      <isSpam>false</isSpam><author><name>Ada</name></author><thread dsq:id="2"/></post></disqus>`,
    pages: { '/disqus/a/': [{ author: 'Ada', content: 'Fine', date: TIME }] },
    skipped: { 'https://elsewhere.example/a/': 'nor is its site a comment site; 1 comment is left out' },
    title: 'The bay',
  },
];

describeService('comments of other systems on pages of comment sites', (use) => {
  before(async () => {
    await use().admin('PUT', '/api/admin/settings', { commentSites: [{ origin: SITE, name: 'Notes' }] });
  });

  const run = (importer: Importer, text: string, dryRun = false) => {
    const { url, token } = use();
    const source = textOfStream({ name: 'export' }, () => new Blob([text]).stream());
    const start = () => ({ at: () => undefined, stop: () => undefined });
    return importFile(createBlogClient({ url, token }).transfer.import, importer, source, {
      dryRun,
      start,
      oldUrl: SITE,
    });
  };
  const commentsOn = async (path: string) => {
    const { body } = await use().call('GET', `/api/threads/comments?url=${encodeURIComponent(SITE + path)}`);
    return body.comments as (Record<string, unknown> & { id: string; parent_id: string | null; content: string })[];
  };

  for (const { importer, text, pages, skipped = {}, title } of cases) {
    it(`of ${importer.system} keep their threads, names, times and replies`, async () => {
      expect(formats.find((format) => format.recognizes(text))?.name, 'recognized').to.equal(importer.name);
      const count = Object.values(pages).flat().length;
      const trial = await run(importer, text, true);
      expect(trial.comments.new).to.equal(count);
      expect(trial.threads.reduce((sum, { comments }) => sum + comments, 0)).to.be.at.least(count);
      for (const path of Object.keys(pages)) expect(await commentsOn(path), 'after a dry run').to.deep.equal([]);
      const report = await run(importer, text);
      expect(report).to.deep.include({ refused: [], comments: { new: count, unchanged: 0 } });
      const reasons = Object.fromEntries(report.skipped.map(({ file, reason }) => [file, reason]));
      expect(Object.keys(reasons)).to.have.members(Object.keys(skipped));
      for (const [place, reason] of Object.entries(skipped)) expect(reasons[place]).to.include(reason);
      for (const [path, expected] of Object.entries(pages)) {
        const found = await commentsOn(path);
        const contentOf = (id: string | null) => found.find((one) => one.id === id)?.content;
        expect(found).to.have.length(expected.length);
        for (const [at, { to, ...fields }] of expected.entries()) {
          expect(found[at]).to.include(fields);
          expect(contentOf(found[at]!.parent_id)).to.equal(to);
        }
      }
      if (title !== undefined) {
        const { body } = await use().admin(
          'GET',
          `/api/comments?search=${importer.name === 'disqus' ? 'Fine' : 'Good'}`,
        );
        expect((body.comments as { post_title: string }[]).map(({ post_title }) => post_title)).to.include(title);
      }
      const again = await run(importer, text);
      expect(again.comments).to.deep.equal({ new: 0, unchanged: count });
      expect(isUnchanged(again)).to.equal(true);
    });
  }
});
