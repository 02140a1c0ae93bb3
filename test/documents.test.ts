import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';

import { errors } from '../routers/base/errors.ts';
import { securityEvents } from '../routers/base/security-events.ts';
import { defaultSettings } from '../routers/data/settings/schemas.ts';
import { variables } from '../server/config/schema.ts';
import { createMetrics } from '../server/http/metrics.ts';
import { languageNames } from '../shared/languages.ts';
import { fieldNames, postFields } from '../shared/post-fields.ts';
import { VERSION } from '../shared/version.ts';
import { routes, type Route } from '../server/http/procedure-routes.ts';

const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/*.md')];
const contract = readFileSync('docs/interface.md', 'utf8');
const rules = [...contract.matchAll(/^- \*\*([A-Z])(\d+)\*\* /gm)].map(([, letter = '', number]) => ({
  letter,
  number: Number(number),
}));
const ruleNames = new Set(rules.map(({ letter, number }) => `${letter}${number}`));

describe('docs/interface.md', () => {
  it('numbers the rules of each section from 1 without a gap', () => {
    for (const [letter, own = []] of Map.groupBy(rules, (rule) => rule.letter)) {
      expect(
        own.map(({ number }) => number),
        letter,
      ).to.deep.equal(own.map((_, at) => at + 1));
    }
  });

  // docs/interface.md, T2
  it('has every endpoint with its procedure, caller and status', () => {
    const listed = rowsOf(/^`(?:GET|POST|PUT|DELETE) /).map(([endpoint = '', procedure, caller, , success = '']) => ({
      endpoint: plain(endpoint),
      procedure: plain(procedure),
      caller,
      created: success.startsWith('201'),
      located: success.includes('Location'),
    }));
    const served = routes.map((route) => ({
      endpoint: `${route.method} ${route.path}`,
      procedure: route.name,
      caller: callerOf(route),
      created: route.meta.status === 201,
      located: route.meta.location !== undefined,
    }));
    const known = new Set(listed.map(({ endpoint }) => endpoint));
    expect(
      served.flatMap(({ endpoint }) => (known.has(endpoint) ? [] : [endpoint])),
      'not listed',
    ).to.deep.equal([]);
    expect(listed).to.have.deep.members(served);
  });

  it('has every error code with its status, and no other', () => {
    const listed = rowsOf(/^\d{3}$/).map(([status, code]) => `${status} ${plain(code)}`);
    const used = Object.entries(errors).map(([name, { status, code }]) => `${status} ${code ?? name}`);
    expect(listed).to.have.members([...new Set(used)]);
  });

  it('has every field of a post, and where it appears', () => {
    const section = contract.slice(contract.indexOf('\n## Posts'), contract.indexOf('\n### Endpoints'));
    const isField = new Set<string>(fieldNames);
    const listed = rowsOf(/^`\w+`$/, section).flatMap(([name, , summary, detail, write]) =>
      isField.has(plain(name)) ? [[plain(name), summary, detail, write]] : [],
    );
    const mark = (isTrue: boolean) => (isTrue ? '✓' : '');
    const expected = fieldNames.map((name) => [name, mark(postFields[name].shownIn === 'lists'), '✓', '✓']);
    expect(listed).to.deep.equal(expected);
  });

  it('has every setting with its default', () => {
    const section = contract.slice(contract.indexOf('\n## Site settings'), contract.indexOf('\n## Search and'));
    const listed = rowsOf(/^`[a-zA-Z]+`$/, section).map(([name, value]) => [
      plain(name),
      JSON.parse(plain(value)) as unknown,
    ]);
    expect(Object.fromEntries(listed)).to.deep.equal(defaultSettings);
  });

  it('contains the rules that its text refers to', () => {
    for (const [, name = ''] of contract.matchAll(/\b([A-Z]\d+)\b(?!\*\*)/g)) {
      if (!name.startsWith('U')) expect(ruleNames).to.include(name);
    }
  });

  it('contains the rules that comments and tests cite', () => {
    for (const file of globSync('{bench,bin,client,entities,migrations,routers,server,shared,test}/**/*.{ts,tsx}')) {
      for (const name of citedIn(file)) expect(ruleNames, file).to.include(name);
    }
  });

  it('has a test for every rule', () => {
    const cited = new Set(globSync('test/**/*.test.ts').flatMap(citedIn));
    expect([...ruleNames].filter((name) => !cited.has(name))).to.deep.equal([]);
  });
});

describe('docs/operating.md', () => {
  const text = readFileSync('docs/operating.md', 'utf8');

  it('has every security event with its level, and no other', () => {
    const section = text.slice(text.indexOf('### Security events'), text.indexOf('## Durability'));
    const listed = rowsOf(/^`/, section).flatMap(([names = '', level]) =>
      names.split(', ').map((name) => [plain(name), level!.split(';')[0]]),
    );
    expect(listed).to.have.deep.members([...securityEvents]);
  });

  it('has every metric, and no other', async () => {
    const metrics = createMetrics();
    metrics.watchJobs(async () => []);
    metrics.watchState(async () => ({
      isDatabaseUp: true,
      databaseBytes: null,
      walBytes: null,
      diskFreeBytes: null,
      backupAge: null,
      isBackupOk: null,
    }));
    metrics.watchCache(() => ({ bytes: 0, answers: 0 }));
    metrics.watchBuffer(() => 0);
    metrics.watchStreams(() => 0);
    const served = [...(await metrics.text()).matchAll(/^# TYPE (octavo_\w+)/gm)].map(([, name]) => name);
    const listed = rowsOf(/^`octavo_/, text).flatMap(([names = '']) => names.split(', ').map(plain));
    expect(listed).to.have.members(served);
  });
});

describe('docs/configuration.md', () => {
  it('is the output of `npm run docs`', () => {
    const text = readFileSync('docs/configuration.md', 'utf8');
    const [generated = ''] = /<!-- generated[^]*<!-- end -->/.exec(text) ?? [];
    const expected = Object.entries(variables).map(([name, schema]) => [
      name,
      String(schema.def.defaultValue ?? ''),
      schema.meta()?.description,
    ]);
    const listed = rowsOf(/^`[A-Z_\d]+`$/, generated).map(([name, value, meaning]) => [
      plain(name),
      plain(value),
      meaning,
    ]);
    expect(listed).to.deep.equal(expected);
  });
});

describe('Documents', () => {
  for (const file of documents) {
    it(`${file} links to files and headings that exist`, () => {
      const text = readFileSync(file, 'utf8').replaceAll(/```[^]*?```/g, '');
      for (const [, target = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        const [path = '', heading] = target.split('#');
        const linked = path === '' ? file : join(dirname(file), path);
        expect(existsSync(linked), target).to.equal(true);
        if (heading !== undefined) expect(headingsOf(linked), target).to.include(heading);
      }
    });
  }
});

describe('Documents', () => {
  for (const file of documents.filter((name) => name !== 'CHANGELOG.md')) {
    it(`${file} names files and folders that exist`, () => {
      const text = readFileSync(file, 'utf8');
      const paths = /`((?:bench|bin|client|docs|entities|migrations|routers|server|shared|test)\/[^`\s]*)`/g;
      for (const [, path = ''] of text.matchAll(paths)) {
        if (!/[<*]|000N/.test(path)) expect(existsSync(path), path).to.equal(true);
      }
    });
  }
});

describe('CHANGELOG.md', () => {
  const [, ...versions] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);

  it('dates every version but the one in work', () => {
    const headings = versions.map((section) => section.split('\n', 1)[0] ?? '');
    expect(headings[0]).to.match(
      new RegExp(String.raw`^${VERSION.replaceAll('.', String.raw`\.`)}( - \d{4}-\d\d-\d\d)?$`),
    );
    expect(headings.slice(1).filter((heading) => !/^\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d$/.test(heading))).to.deep.equal([]);
  });

  it('sorts the changes of a version by their kind', () => {
    const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    for (const section of versions) {
      const used = [...section.matchAll(/^### (.*)$/gm)].map(([, kind = '']) => kind);
      expect(used, section.slice(0, 8)).to.deep.equal(kinds.filter((kind) => used.includes(kind)));
      expect(section.split(/^### /m)[0], section.slice(0, 8)).to.not.match(/^- /m);
    }
  });
});

describe('docs/themes.md', () => {
  const text = readFileSync('docs/themes.md', 'utf8');
  const files = globSync('client/site/templates/**/*.liquid');
  const templates = files.map((file) => readFileSync(file, 'utf8')).join('\n');

  it('has every template', () => {
    const names = files.map((file) => file.replace(/^client\/site\/templates\/|\.liquid$/g, ''));
    const [mails, pages] = [true, false].map((areMails) =>
      names.filter((name) => name.startsWith('mail/') === areMails),
    );
    const listed = new Set(rowsOf(/^`[a-z/-]+`$/, text).map(([name]) => plain(name)));
    expect(
      pages!.filter((name) => !listed.has(name)),
      'not listed',
    ).to.deep.equal([]);
    for (const name of mails!) expect(readFileSync('docs/mail.md', 'utf8')).to.match(new RegExp(`\`${nameOf(name)}\``));

    function nameOf(file: string): string {
      const [, name = ''] = /^mail\/(.*?)(?:\.(?:subject|text|html))?$/.exec(file) ?? [];
      return /^(?:layout|parts)/.test(name) ? file.replace('mail/', '') : name;
    }
  });

  it('has every filter', () => {
    const filters = readFileSync('server/site/pages/filters.ts', 'utf8').matchAll(/registerFilter\('(\w+)'/g);
    for (const [, name] of filters) expect(text).to.include(`\\| ${name}`);
  });

  it('has every attribute that scripts use, and no other', () => {
    const [listed, used] = [text, templates].map((one) => [...new Set(one.match(/\bdata-[a-z][a-z-]*/g))]);
    expect(listed).to.have.members(used ?? []);
  });
});

describe('the number of languages', () => {
  for (const file of ['README.md', 'docs/app.md']) {
    it(`in ${file} is that of shared/languages.ts`, () => {
      const number = ['five', 'six', 'seven', 'eight', 'nine', 'ten'][languageNames.length - 5];
      expect(readFileSync(file, 'utf8')).to.include(`in ${number} languages`);
    });
  }
});

describe('docs/architecture.md', () => {
  const text = readFileSync('docs/architecture.md', 'utf8');

  it('has a line for every folder of the first two levels', () => {
    const folders = globSync([
      '{routers,server,client}/*/',
      '{bench,bin,client,entities,migrations,routers,server,shared,test}/',
    ]);
    const listed = rowsOf(/^`.*\/`$/, text).map(([cell]) => plain(cell));
    expect(listed).to.include.members(folders.map((folder) => `${folder.replace(/\/$/, '')}/`));
  });
});

/** The rules that a file cites: `docs/interface.md, P4, P5`. */
function citedIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/docs\/interface\.md((?:, [A-Z]\d+)+)/g)].flatMap(([, names = '']) =>
    names.split(', ').filter(Boolean),
  );
}

function callerOf({ meta, type }: Route): string {
  if (meta.access !== 'public') return (meta.scope && `\`${meta.scope}\``) ?? meta.access ?? '';
  return type === 'query' || meta.isRead || meta.checksOrigin ? 'anyone' : 'sign-in';
}

/** The rows of tables whose first cell matches, as cells. */
function rowsOf(first: RegExp, text = contract): string[][] {
  const rows = [...text.matchAll(/^ *\|(.*)\|$/gm)].map(([, row = '']) => row.split('|').map((cell) => cell.trim()));
  return rows.filter(([cell = '']) => first.test(cell));
}

function plain(cell = ''): string {
  return cell.replaceAll('`', '');
}

/** The anchors of the headings, as GitHub generates them. */
function headingsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
