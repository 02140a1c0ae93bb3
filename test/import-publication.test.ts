import { expect } from 'chai';

import { readSourcePost } from '../client/importers/markdown/source-post.ts';
import { stopwatch } from './support/stopwatch.ts';

/** Noon of 1 March 2026. */
const NOW = Date.parse('2026-03-01T12:00:00Z');
const PATH = 'posts/some-name.md';

type Outcome = 'public' | 'draft' | 'scheduled' | 'refused';

/** Whether the post of a file is public, and whether its front matter is shown as text. */
function outcomeOf(text: string, path = PATH): Outcome | 'raw' {
  let post;
  try {
    post = readSourcePost(path, text, NOW);
  } catch {
    return 'refused';
  }
  if (/draft|published|visibility/i.test(post.content)) return 'raw';
  if (post.status === 'draft') return 'draft';
  return post.publishAt && Date.parse(post.publishAt) > NOW ? 'scheduled' : 'public';
}

const yaml = (fields: string) => `---\ntitle: T\ndate: 2024-01-01\n${fields}\n---\nText.\n`;
const toml = (fields: string) => `+++\ntitle = "T"\ndate = 2024-01-01\n${fields}\n+++\nText.\n`;
const json = (fields: string) => `{\n"title": "T", "date": "2024-01-01", ${fields}\n}\nText.\n`;

/** The result of a file now, and in 2.15.0. */
const cases: [what: string, text: string, now: Outcome, before: Outcome | 'raw', path?: string][] = [
  ['plain YAML', yaml('tags: [a]'), 'public', 'public'],
  ['plain TOML', toml('tags = ["a"]'), 'public', 'public'],
  ['draft: false', yaml('draft: false'), 'public', 'public'],
  ['draft: "no"', yaml('draft: "no"'), 'public', 'public'],
  ['draft without a value', yaml('draft:'), 'public', 'public'],
  ['published: true', yaml('published: true'), 'public', 'public'],
  ['publish: yes', yaml('publish: yes'), 'public', 'public'],
  ['status: Publish', yaml('status: Publish'), 'public', 'public'],
  ['visibility: PUBLIC', yaml('visibility: PUBLIC'), 'public', 'public'],
  ['hidden: 0', yaml('hidden: 0'), 'public', 'public'],
  ['an expiry to come', yaml('expiryDate: 2030-01-01'), 'public', 'public'],
  ['draft: true', yaml('draft: true'), 'draft', 'draft'],
  ['Draft: true', yaml('Draft: true'), 'draft', 'public'],
  ['DRAFT: TRUE', yaml('DRAFT: TRUE'), 'draft', 'public'],
  ['draft: tRuE', yaml('draft: tRuE'), 'draft', 'draft'],
  ['draft: "true"', yaml('draft: "true"'), 'draft', 'draft'],
  ['draft: yes', yaml('draft: yes'), 'draft', 'draft'],
  ['draft: On', yaml('draft: On'), 'draft', 'public'],
  ['draft: y', yaml('draft: y'), 'draft', 'public'],
  ['draft: 1', yaml('draft: 1'), 'draft', 'draft'],
  ['draft: "1"', yaml('draft: "1"'), 'draft', 'public'],
  ['draft: maybe', yaml('draft: maybe'), 'draft', 'public'],
  ['draft: 2', yaml('draft: 2'), 'draft', 'draft'],
  ['draft: [true]', yaml('draft: [true]'), 'draft', 'public'],
  ['draft over several lines', yaml('draft:\n  true'), 'draft', 'draft'],
  ['draft as a block text', yaml('draft: >-\n  true'), 'draft', 'draft'],
  ['draft as a table', yaml('draft:\n  is: true'), 'draft', 'public'],
  ['draft with a comment', yaml('draft: true # not yet'), 'draft', 'draft'],
  ['draft twice in different cases', yaml('draft: false\nDraft: true'), 'draft', 'public'],
  ['draft by an alias', yaml('a: &a true\ndraft: *a'), 'draft', 'draft'],
  ['draft by a merge', yaml('base: &base\n  draft: true\n<<: *base'), 'draft', 'public'],
  ['is_draft: true', yaml('is_draft: true'), 'draft', 'public'],
  ['published: false', yaml('published: false'), 'draft', 'draft'],
  ['Published: False', yaml('Published: False'), 'draft', 'public'],
  ['published: off', yaml('published: off'), 'draft', 'public'],
  ['publish: false', yaml('publish: false'), 'draft', 'public'],
  ['dg-publish: false', yaml('dg-publish: false'), 'draft', 'public'],
  ['public: no', yaml('public: no'), 'draft', 'public'],
  ['unlisted: true', yaml('unlisted: true'), 'draft', 'public'],
  ['hidden: true', yaml('hidden: true'), 'draft', 'public'],
  ['private: true', yaml('private: true'), 'draft', 'public'],
  ['visibility: private', yaml('visibility: private'), 'draft', 'public'],
  ['visibility: members', yaml('visibility: members'), 'draft', 'public'],
  ['Visibility: Draft', yaml('Visibility: Draft'), 'draft', 'public'],
  ['status: draft', yaml('status: draft'), 'draft', 'draft'],
  ['status: Private', yaml('status: Private'), 'draft', 'draft'],
  ['status: pending', yaml('status: pending'), 'draft', 'draft'],
  ['status: future', yaml('status: future'), 'draft', 'public'],
  ['status: in review', yaml('status: in review'), 'draft', 'public'],
  ['status in a list', yaml('status: [draft]'), 'draft', 'public'],
  ['post_status: trash', yaml('post_status: trash'), 'draft', 'public'],
  ['headless: true', yaml('headless: true'), 'draft', 'public'],
  ['build.render: never', yaml('build:\n  render: never'), 'draft', 'public'],
  ['_build.list: never', yaml('_build: {list: never}'), 'public', 'public'],
  ['build.list: false', yaml('build: {render: always, list: false}'), 'public', 'public'],
  ['build.render: always', yaml('build: {render: always, list: local}'), 'public', 'public'],
  ['extra.hidden: true', yaml('extra:\n  hidden: true'), 'draft', 'public'],
  ['params.private: true', yaml('params: {private: true}'), 'draft', 'public'],
  ['permalink: false', yaml('permalink: false'), 'draft', 'public'],
  ['redirect_to', yaml('redirect_to: https://other.example/'), 'draft', 'public'],
  ['redirect_to in a list', yaml('redirect_to:\n  - https://other.example/'), 'draft', 'public'],
  ['redirect_to without a value', yaml('redirect_to:'), 'public', 'public'],
  ['an empty redirect_to, which leads to the home page', yaml('redirect_to: ""'), 'draft', 'public'],
  ['layout: page', yaml('layout: page'), 'public', 'public'],
  ['layout: page of a post of Jekyll', yaml('layout: page'), 'public', 'public', '_posts/2024-01-01-name.md'],
  ['expiryDate in the past', yaml('expiryDate: 2025-01-01'), 'draft', 'public'],
  ['expiryDate in another form', yaml('expirydate: Feb 04, 2025'), 'draft', 'public'],
  ['expiryDate that is none', yaml('expiryDate: soon'), 'draft', 'public'],
  ['publishDate that is none', yaml('publishDate: soon'), 'draft', 'public'],
  ['date in the future', '---\ntitle: T\ndate: 2099-01-01T10:00:00Z\n---\nText.', 'scheduled', 'public'],
  [
    'Date in the future, in a form of Jekyll',
    '---\nDate: 2099-01-01 10:00:00 +0100\n---\nText.',
    'scheduled',
    'public',
  ],
  ['publishDate in the future', yaml('publishDate: 2099-01-01'), 'scheduled', 'public'],
  ['published in the future', yaml('published: 2099-01-01'), 'scheduled', 'public'],
  ['a draft of the future', yaml('draft: true\npublishDate: 2099-01-01'), 'draft', 'draft'],
  ['TOML draft', toml('draft = true'), 'draft', 'draft'],
  ['TOML Draft', toml('Draft = true'), 'draft', 'public'],
  ['TOML DRAFT = "Yes"', toml('DRAFT = "Yes"'), 'draft', 'public'],
  ['TOML date in the future', '+++\ndate = 2099-01-01T00:00:00Z\n+++\nText.', 'scheduled', 'public'],
  ['TOML local date in the future', '+++\ndate = 2099-01-01T00:00:00\n+++\nText.', 'scheduled', 'public'],
  ['TOML expiryDate', toml('expiryDate = 2025-01-01'), 'draft', 'public'],
  ['TOML build', toml('[build]\nrender = "never"'), 'draft', 'public'],
  ['JSON', json('"tags": ["a"]'), 'public', 'public'],
  ['JSON draft', json('"draft": true'), 'draft', 'raw'],
  ['JSON Draft', json('"Draft": "TRUE"'), 'draft', 'raw'],
  ['JSON in one line', '{"title": "T", "date": "2024-01-01", "draft": true}\nText.', 'draft', 'raw'],
  ['JSON with braces in texts', json('"a": "}", "draft": true'), 'draft', 'raw'],
  ['JSON that is broken', json('"draft": true,'), 'refused', 'raw'],
  ['JSON that is never closed', '{"title": "T", "draft": true\nText.', 'refused', 'raw'],
  ['JSON without quotes', '{ draft: true }\nText.', 'refused', 'raw'],
  ['JSON of Hexo', '"title": "T",\n"date": "2024-01-01",\n"draft": true\n;;;\nText.', 'draft', 'raw'],
  ['JSON of Hexo, opened', ';;;\n"title": "T",\n"date": "2024-01-01",\n"published": false\n;;;\nText.', 'draft', 'raw'],
  ['a tag of Liquid at the top', '{% include a.html %}\nText.', 'draft', 'public'],
  ['a class of Kramdown at the top', '{: .note}\nText.', 'draft', 'public'],
  ['a BOM', `\ufeff${yaml('draft: true')}`, 'draft', 'draft'],
  ['CRLF', yaml('draft: true').replaceAll('\n', '\r\n'), 'draft', 'draft'],
  ['CR', yaml('draft: true').replaceAll('\n', '\r'), 'draft', 'raw'],
  ['blank lines first', `\n \n${yaml('draft: true')}`, 'draft', 'raw'],
  ['a BOM and a blank line first', `\ufeff\n${yaml('draft: true')}`, 'draft', 'raw'],
  ['a comment first', `<!-- by me\n-->\n${yaml('draft: true')}`, 'draft', 'raw'],
  ['blank lines before TOML', `\n${toml('draft = true')}`, 'draft', 'raw'],
  ['blank lines before JSON', `\n${json('"draft": true')}`, 'draft', 'raw'],
  ['more hyphens', '-----\ntitle: T\ndate: 2024-01-01\ndraft: true\n-----\nText.', 'draft', 'raw'],
  ['Hexo without an opening', 'title: T\ndate: 2024-01-01\npublished: false\n---\nText.', 'draft', 'raw'],
  ['an underlined heading', 'Note: a heading\n---\nText.', 'draft', 'public'],
  ['---yaml', yaml('draft: true').replace('---', '---yaml'), 'draft', 'raw'],
  ['---toml', '---toml\ndate = 2024-01-01\ndraft = true\n---\nText.', 'draft', 'raw'],
  ['---json', '---json\n{"date": "2024-01-01", "draft": true}\n---\nText.', 'draft', 'raw'],
  ['---js', '---js\n{draft: true}\n---\nText.', 'refused', 'raw'],
  ['a tab that indents', yaml('a:\n\tdraft: true'), 'public', 'refused'],
  ['a list in brackets that tabs indent', yaml('tags: [\n\ta,\n\t"b"\n]\ndraft: true'), 'draft', 'refused'],
  ['a list in brackets without indentation', yaml('tags: [\na,\nb]\ndraft: true'), 'draft', 'refused'],
  ['a table in braces that tabs indent', yaml('extra: {\n\tdraft: true\n}'), 'draft', 'refused'],
  ['a quoted text that tabs indent', yaml('a: "x [\n\ty"\ndraft: true'), 'draft', 'refused'],
  ['a list that tabs indent', yaml('tags:\n\t- a\ndraft: true'), 'draft', 'refused'],
  ['a list in brackets below a block text', yaml('a: |\n  [ x\nb: [\n\tc\n]\ndraft: true'), 'draft', 'refused'],
  ['a tab behind the colon', yaml('draft:\ttrue'), 'draft', 'draft'],
  ['broken YAML', yaml('draft: true: x'), 'refused', 'refused'],
  ['never closed', '---\ndraft: true\nText.', 'refused', 'refused'],
  ['never closed, below a blank line', '\n---\ndraft: true\nText.', 'refused', 'raw'],
  ['an empty front matter', '---\n---\nText.', 'draft', 'public'],
  ['no front matter and no date', '# A page\n', 'draft', 'public'],
  ['no front matter, dated by its name', '# A post\n', 'public', 'public', '2024-02-03-name.md'],
  ['a rule below blank lines', '\n---\nText.\n---\n', 'draft', 'public'],
  ['in _drafts', yaml('a: b'), 'draft', 'draft', '_drafts/name.md'],
  ['in _Drafts, below others', yaml('a: b'), 'draft', 'public', 'source/_Drafts/x/name.md'],
  ['in _posts', yaml('a: b'), 'public', 'public', 'source/_posts/name.md'],
  ['in another folder that begins with _', yaml('a: b'), 'draft', 'public', '_private/name.md'],
  ['in a file that begins with _', yaml('a: b'), 'draft', 'public', 'blog/_name.md'],
  ['README.md', yaml('a: b'), 'draft', 'public', 'README.md'],
  ['a dated 404', yaml('a: b'), 'draft', 'public', 'pages/404.markdown'],
  ['the home page', yaml('a: b'), 'draft', 'public', 'index.md'],
  ['an export of a post called readme', yaml('source_key: octavo:readme@x'), 'public', 'public', 'readme.md'],
];

describe('publication by imports', () => {
  for (const [what, text, now, before, path] of cases) {
    it(`${what}: ${now} (2.15.0: ${before})`, () => expect(outcomeOf(text, path)).to.equal(now));
  }

  it('has a reason for every draft', () => {
    for (const [what, text, now, , path = PATH] of cases) {
      if (now !== 'draft') continue;
      expect(readSourcePost(path, text, NOW).draftBecause, what).to.match(/^[^]{10,200}\.$/);
    }
    expect(readSourcePost(PATH, yaml('Draft: "Yes"'), NOW).draftBecause).to.equal('The front matter says Draft: Yes.');
    expect(readSourcePost(PATH, yaml('draft: maybe'), NOW).draftBecause).to.include('does not know what that means');
  });

  it('uses the latest of several given times', () => {
    const at = (fields: string) => readSourcePost(PATH, `---\n${fields}\n---\n`, NOW).publishAt;
    expect(at('date: 2026-03-01T14:30:00+02:00')).to.equal('2026-03-01T12:30:00.000Z');
    expect(at('date: 2026-03-01 23:30:00 -0800')).to.equal('2026-03-02T07:30:00.000Z');
    expect(at('date: 2024-01-01\npublishDate: 2027-01-01T08:00:00Z')).to.equal('2027-01-01T08:00:00.000Z');
    expect(at('date: 2028-01-01T00:00:00Z\npublishDate: 2027-01-01T08:00:00Z')).to.equal('2028-01-01T00:00:00.000Z');
    expect(at('date: 2026-03-01T11:59:00Z')).to.equal(undefined);
    // The service knows the time zone of the site.
    expect(at('date: 2099-01-01')).to.equal(undefined);
  });

  it('reads when a post was created and changed, with its time zone', () => {
    const times = (fields: string, path = PATH) => {
      const { date, created_at, updated_at } = readSourcePost(path, `---\n${fields}\n---\n`, NOW);
      return [date, created_at, updated_at];
    };
    expect(times('date: 2024-02-04T23:30:00-08:00\nlastmod: 2024-03-01 08:00:00 +0100')).to.deep.equal([
      '2024-02-04',
      '2024-02-05T07:30:00.000Z',
      '2024-03-01T07:00:00.000Z',
    ]);
    const day = ['2024-02-04', '2024-02-04T00:00:00.000Z', undefined];
    expect(times('date: 2024-02-04')).to.deep.equal(day);
    expect(times('a: b', '2024-02-04-name.md')).to.deep.equal(day);
    expect(times('a: b')).to.deep.equal([undefined, undefined, undefined]);
    expect(times('created_at: 2024-02-04T01:02:03.456789Z')[1]).to.equal('2024-02-04T01:02:03.456Z');
    expect(times('date: Feb 4, 2024\nupdated: 2024-02-05')[2]).to.equal('2024-02-05T00:00:00.000Z');
  });

  it('reads field names in any case', () => {
    const text = '---\nTitle: Titled\nDATE: 2024-02-03\nTags: [a]\nSlug: Named\nCategory: C\nHeroImage: /a.png\n---\n';
    const { title, date, tags, slug, category, cover } = readSourcePost(PATH, text, NOW);
    expect({ title, date, tags, slug, category, cover }).to.deep.equal({
      title: 'Titled',
      date: '2024-02-03',
      tags: ['a'],
      slug: 'named',
      category: 'C',
      cover: '/a.png',
    });
  });

  it('takes the last of fields with one name, with a note; in TOML it is a draft', () => {
    const of = (text: string) => {
      const { status, title, draftBecause, notes } = readSourcePost(PATH, text, NOW);
      return [status, title, draftBecause ?? notes[0]];
    };
    const note = 'The front matter has a field twice, line 4: the last one counts.';
    expect(of(yaml('title: U'))).to.deep.equal(['published', 'U', note]);
    expect(of(json('"title": "U"').replace('"T", ', '"T",\n'))).to.deep.equal(['published', 'U', note]);
    expect(of(yaml('draft: false\ndraft: true'))[0]).to.equal('draft');
    expect(of(yaml('Draft: true\ndraft: false'))[0]).to.equal('draft');
    expect(of(toml('[a]\nb = 1\n[a]\nb = 2'))).to.deep.equal([
      'draft',
      'T',
      'The front matter has a field twice, line 6, 7: its generator rejects it.',
    ]);
  });

  it('takes linear time', () => {
    const long = [`${'\n'.repeat(200_000)}---`, '<!--'.repeat(100_000), `{"a": ${'"'.repeat(300_000)}`];
    const elapsed = stopwatch();
    for (const text of [
      ...long,
      `{${'{'.repeat(300_000)}`,
      `title: a\n${'b: c\n'.repeat(100_000)}`,
      '-'.repeat(300_000),
    ]) {
      outcomeOf(text);
    }
    expect(elapsed()).to.be.below(2000);
  });
});
