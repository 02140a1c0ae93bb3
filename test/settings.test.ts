import { expect } from 'chai';

import { itOnSqlite } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

const DEFAULTS = {
  siteUrl: '',
  title: 'My blog',
  description: '',
  language: 'en',
  timeZone: 'UTC',
  author: '',
  commentModeration: 'off',
  commentsEnabled: true,
  closeCommentsAfterDays: 0,
  previewDays: 7,
  feedItems: 20,
  ownerEmail: '',
  notifyOwner: 'immediately',
  navigation: null,
  footerNavigation: null,
  guestbookEnabled: true,
  subscribeBox: false,
  postalAddress: '',
  imprintUrl: '',
  countClicks: false,
  webmentions: false,
  securityContact: '',
  commentSites: [],
  commentMarkdown: true,
  reactions: {},
  spamFilter: true,
  spamLinks: 2,
  spamBlocklist: [],
  homeLayout: 'list',
  accentColor: '',
  bodyFont: 'system',
  headingFont: 'system',
  logo: '',
  icon: '',
  authorPicture: '',
  authorLinks: [],
  footerText: '',
  customCss: '',
};

/** A URL that would tell every reader a password. */
const SECRET = 'https://me:hunter2@blog.example/';

describeVisited.onBothEngines('settings', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  const get = async () => (await use().admin('GET', '/api/admin/settings')).body;
  const put = (changes: unknown) => use().admin('PUT', '/api/admin/settings', changes);
  const stored = () => use().database.kysely.selectFrom('settings').selectAll().orderBy('name').execute();

  beforeEach(async () => {
    expect((await put(DEFAULTS)).status).to.equal(200);
  });

  itOnce('have defaults that are valid input', async () => {
    expect(await get()).to.deep.equal({ ok: true, ...DEFAULTS });
  });

  // docs/interface.md, S1
  it('are changed individually, and each response contains all of them', async () => {
    const changes = {
      siteUrl: 'https://blog.example',
      title: 'Other',
      description: 'About',
      language: 'zh-CN',
      timeZone: 'Europe/Berlin',
      author: 'Ann',
      commentModeration: 'first',
      commentsEnabled: false,
      closeCommentsAfterDays: 14,
      previewDays: 30,
      feedItems: 5,
      ownerEmail: 'ada@blog.example',
      notifyOwner: 'daily',
      navigation: [{ label: 'About', url: '/about' }, { page: 'archive' }],
      footerNavigation: [],
      guestbookEnabled: false,
      subscribeBox: true,
      postalAddress: 'Harbour notes\n1 Quay Street',
      imprintUrl: '/imprint',
      countClicks: true,
      webmentions: true,
      securityContact: 'mailto:security@blog.example',
      homeLayout: 'cards',
      accentColor: '#2f5d50',
      bodyFont: 'literata',
      headingFont: 'inter',
      logo: '/media/2026/03/logo-1a2b3c4d.png',
      icon: '/media/2026/03/icon-1a2b3c4d.png',
      authorPicture: 'https://pictures.example/ada.jpg',
      authorLinks: [{ label: 'Mastodon', url: 'https://social.example/@ada' }],
      footerText: 'First line\nSecond line',
      customCss: '.top { border: 0 }',
    };
    const expected: Record<string, unknown> = { ok: true, ...DEFAULTS };
    for (const [name, value] of Object.entries(changes)) {
      expected[name] = value;
      const { status, body } = await put({ [name]: value });
      expect({ status, body }, name).to.deep.equal({ status: 200, body: expected });
      expect(await get()).to.deep.equal(expected);
    }
  });

  it('can be sent as they were read, without a change', async () => {
    await put({ title: 'Mine', siteUrl: 'https://blog.example' });
    const [before, rows] = [await get(), await stored()];
    const { status, body } = await put(before);
    expect({ status, body }).to.deep.equal({ status: 200, body: before });
    expect(await stored()).to.deep.equal(rows);
  });

  itOnce('ignore unknown fields, and accept an empty update', async () => {
    expect((await put({ nonsense: 1, ok: false, __proto__: 1 })).body).to.deep.equal({ ok: true, ...DEFAULTS });
    expect((await put(undefined)).body).to.deep.equal({ ok: true, ...DEFAULTS });
    expect((await stored()).map(({ name }) => name)).to.not.include('nonsense');
  });

  const wrong: [name: string, ...values: unknown[]][] = [
    [
      'siteUrl',
      'blog.example',
      'ftp://x.example',
      'https://x.example/a%20blog',
      'https://x.example?a',
      'https://u:p@x.example',
      'https://bl\nog.example',
      null,
      5,
    ],
    ['title', '', '  ', 'x'.repeat(201), null],
    ['description', 'x'.repeat(501), null],
    ['language', 'english language', '', '12', null],
    ['timeZone', 'Mars/Olympus', '', ' UTC', '+01:00', '-08', 'x'.repeat(101), null, 1],
    ['author', 'x'.repeat(81)],
    ['commentModeration', 'on', '', null, true],
    ['commentsEnabled', 'false', 0, null],
    ['closeCommentsAfterDays', -1, 1.5, 36_501, '3', null],
    ['previewDays', 0, 31, 1.5, '7', null],
    ['feedItems', 0, '20', null],
    [
      'ownerEmail',
      'ada',
      'ada@localhost',
      'a@b.example, c@d.example',
      'Ada <a@b.example>',
      'a@b.example\nBcc: c@d.example',
      null,
    ],
    ['notifyOwner', 'weekly', '', null],
    ['guestbookEnabled', 'no', 0, null],
    // docs/interface.md, S3
    [
      'navigation',
      'archive',
      [{ page: 'home' }],
      [{ label: 'About' }],
      [{ label: '', url: '/about' }],
      [{ label: 'Bad', url: 'javascript:alert(1)' }],
      [{ label: 'Mine', url: SECRET }],
      [{ label: 'More', children: [{ page: 'archive' }, { label: 'Mine', url: SECRET }] }],
      Array.from({ length: 21 }, () => ({ page: 'archive' })),
    ],
    ['footerNavigation', [{ label: 'Mine', url: SECRET }]],
    // docs/interface.md, S5 to S10
    ['homeLayout', 'grid', '', null],
    ['accentColor', 'green', '#2f5', '#2f5d5g', '2f5d50', null],
    ['bodyFont', 'Comic Sans', '', null],
    ['headingFont', 'arial', null],
    ['logo', 'javascript:alert(1)', 'data:image/png;base64,AA', `/${'x'.repeat(2000)}`, SECRET, null],
    ['icon', 'https://pictures.example/icon.png', '/media/2026/03/icon-1a2b3c4d.svg', '/media/../icon.png', null],
    ['authorPicture', 'ftp://x.example/a.png', SECRET, null],
    [
      'authorLinks',
      'https://social.example',
      [{ label: '', url: 'https://social.example' }],
      [{ label: 'Me', url: 'javascript:alert(1)' }],
      [{ label: 'Me', url: SECRET }],
      Array.from({ length: 11 }, () => ({ label: 'Me', url: '/me' })),
    ],
    ['footerText', 'x'.repeat(501), null],
    [
      'customCss',
      'a { color red }',
      'a {}\n}\n',
      "@import 'https://x.example/a.css';",
      '@charset "utf-8";',
      'a { background: url(http://x.example/a.png) }',
      'a { background: url(//x.example/a.png) }',
      ':root { --x: url(http://x.example/a.png) }',
      '@font-face { font-family: x; src: url(https://x.example/a.woff2) }',
      '@font-face { font-family: x; src: url(data:font/woff2;base64,AA) }',
      'x'.repeat(50_001),
      null,
    ],
    ['subscribeBox', 'true', 1, null],
    ['postalAddress', 'x'.repeat(501), '\u200b', 1, null],
    ['imprintUrl', 'javascript:alert(1)', 'mailto:a@b.example', `/${'x'.repeat(2000)}`, SECRET, null],
    ['countClicks', 'true', 1, null],
    ['webmentions', 'true', 1, null],
    [
      'securityContact',
      'security@blog.example',
      'mailto:nobody',
      'http://blog.example/contact',
      'https://',
      SECRET,
      'mailto:a@b.example\nContact: mailto:c@d.example',
      'tel:+49123',
      `https://x.example/${'x'.repeat(500)}`,
      null,
    ],
  ];
  for (const [name, ...values] of wrong) {
    itOnce(`reject an invalid ${name}, and then change nothing`, async () => {
      for (const value of values) {
        const { status, body } = await put({ author: 'Not me', [name]: value });
        expect({ status, path: body.issues?.[0]?.path.split('.')[0] }, JSON.stringify(value)).to.deep.equal({
          status: 400,
          path: name,
        });
      }
      expect(await get()).to.deep.equal({ ok: true, ...DEFAULTS });
    });
  }

  // docs/interface.md, S12
  itOnce('can be read with URLs that an earlier version took', async () => {
    const logo = use()
      .database.kysely.updateTable('settings')
      .set({ value: JSON.stringify(SECRET) });
    await logo.where('name', '=', 'logo').execute();
    await use().changes.hear(['settings']);
    expect((await get()).logo).to.equal(SECRET);
    expect((await put({ title: 'Mine' })).status).to.equal(200);
  });

  itOnce('store a site address in the format of the Origin header', async () => {
    const spellings = [
      'https://Blog.Example',
      'https://blog.example/',
      'https://blog.example:443',
      ' https://blog.example ',
    ];
    for (const siteUrl of spellings)
      expect((await put({ siteUrl })).body.siteUrl, siteUrl).to.equal('https://blog.example');
    expect((await put({ siteUrl: 'https://bücher.example' })).body.siteUrl).to.equal('https://xn--bcher-kva.example');
  });

  itOnce('accept all names of time zones that Intl knows', async () => {
    for (const timeZone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Calcutta', 'America/Argentina/Ushuaia']) {
      expect((await put({ timeZone })).body.timeZone, timeZone).to.equal(timeZone);
      expect((await use().call('GET', '/api/site')).body.timeZone).to.equal(timeZone);
    }
  });

  itOnce('clean their texts', async () => {
    expect((await put({ title: ' a\u0000\u202e\tb\r\n' })).body.title).to.equal('a b');
  });

  it('show visitors only the public part', async () => {
    await put({ title: 'Mine', commentsEnabled: false });
    const settings = await get();
    const { ok, siteUrl, title, description, language, timeZone, author, commentsEnabled, commentMarkdown } = settings;
    const { accentColor, logo, icon, authorPicture, authorLinks, footerText } = settings;
    const { status, body } = await use().call('GET', '/api/site');
    const shown = { accentColor, logo, icon, authorPicture, authorLinks, footerText };
    expect({ status, body }).to.deep.equal({
      status: 200,
      body: {
        ok,
        siteUrl,
        title,
        description,
        language,
        timeZone,
        author,
        commentMarkdown,
        commentsEnabled,
        ...shown,
        offersMail: false,
      },
    });
  });

  // docs/interface.md, S3
  it('are stored with values that version 2.24.0 reads, whose changes count', async () => {
    const about = { label: 'About', url: '/about' };
    const menu = [
      { label: 'More', children: [about, { page: 'search' }] },
      { label: 'Own', url: '/own', children: [about] },
    ];
    const put = (body: object) => use().admin('PUT', '/api/admin/settings', body);
    const get = async () => (await use().admin('GET', '/api/admin/settings')).body;
    const { kysely } = use().database;
    const row = async (name: string) => {
      const found = await kysely.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
      return JSON.parse(found!.value) as unknown;
    };
    await put({ homeLayout: 'magazine', navigation: menu, footerNavigation: menu });
    expect(await get()).to.deep.include({ homeLayout: 'magazine', navigation: menu, footerNavigation: menu });
    expect(await row('homeLayout')).to.equal('cards');
    for (const name of ['navigation', 'footerNavigation']) {
      expect(await row(name)).to.deep.equal([about, { page: 'search' }, { label: 'Own', url: '/own' }]);
    }
    const byEarlierVersion = kysely.updateTable('settings').set({ value: '"list"' });
    await byEarlierVersion.where('name', '=', 'homeLayout').execute();
    await use().changes.hear(['settings']);
    expect(await get()).to.deep.include({ homeLayout: 'list', navigation: menu });
    await put({ homeLayout: 'magazine' });
    await put({ homeLayout: 'cards', navigation: null });
    expect(await get()).to.deep.include({ homeLayout: 'cards', navigation: null, footerNavigation: menu });
    await put({ homeLayout: 'list', footerNavigation: null });
  });

  it('are not lost in ten concurrent updates', async () => {
    const changes = [{ title: 'T' }, { description: 'D' }, { author: 'A' }, { feedItems: 9 }, { previewDays: 2 }];
    const answers = await Promise.all([...changes, ...changes].map(put));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array<number>(10).fill(200));
    expect(await get()).to.include(Object.assign({}, ...changes));
  });
});

describeVisited.onBothEngines(
  'settings: SITE_URL of the environment',
  (use) => {
    // docs/interface.md, S2
    it('overrides the stored address, and the response of GET can be sent back without being stored', async () => {
      const shown = (await use().admin('GET', '/api/admin/settings')).body;
      expect(shown.siteUrl).to.equal('https://env.example');
      expect((await use().admin('PUT', '/api/admin/settings', shown)).status).to.equal(200);
      const rows = await use().database.kysely.selectFrom('settings').select('name').execute();
      expect(rows.map(({ name }) => name)).to.not.include('siteUrl');
      expect((await use().call('GET', '/api/site')).body.siteUrl).to.equal('https://env.example');
    });
  },
  { SITE_URL: 'https://env.example' },
);
