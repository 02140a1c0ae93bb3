import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';

import compile from 'icu-minify/compile';
import { formatMessage } from '../client/admin/translations/format-message.ts';
import type { Texts } from '../server/site/admin/catalogs.ts';
import { timeAgo } from '../shared/formats.ts';
import { languageFor, languageNames, type Language } from '../shared/languages.ts';
import { zoneOrUtc } from '../shared/local-time.ts';
import { localeFor, translate } from '../server/site/locales.ts';
import { appCatalog, appTexts, siteCatalog } from './support/app-texts.ts';

describe('the list of languages', () => {
  for (const name of languageNames) {
    it(`contains ${name}, with texts of the site and the app`, () => {
      expect(namesIn('../client/site/locales/'), 'client/site/locales/').to.include(`${name}.json`);
      expect(namesIn('../client/admin/translations/'), 'client/admin/translations/').to.include(`${name}.json`);
    });
  }

  it('contains every language that has texts', () => {
    const catalogs = (folder: string) => namesIn(folder).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);
    const ofApp = catalogs('../client/admin/translations/');
    const ofSite = catalogs('../client/site/locales/');
    expect(languageNames).to.have.members(ofApp).and.have.members(ofSite);
  });

  for (const [tag, name] of [
    ['de', 'de'],
    ['de-AT', 'de'],
    ['deu', 'de'],
    ['zh-TW', 'zh-CN'],
    ['EN-gb', 'en'],
    ['tlh', 'en'],
    ['xx-invalid', 'en'],
    ['en_US', 'en'],
    ['', 'en'],
    ['no tag!', 'en'],
  ]) {
    it(`maps the tag ${tag} to ${name}`, () => expect(languageFor(tag!)).to.equal(name));
  }
});

describe('zoneOrUtc', () => {
  it('is UTC for a zone that is not known here', () => {
    expect(zoneOrUtc('Europe/Berlin')).to.equal('Europe/Berlin');
    for (const unknown of ['Mars/Olympus', '']) expect(zoneOrUtc(unknown)).to.equal('UTC');
  });
});

describe('the texts of the app', () => {
  for (const name of languageNames) {
    // WCAG 2.2, 2.5.3
    it(`in ${name} name buttons by what can be read on them`, () => {
      const { design, editor, settings, trash, uploads, webhooks, common } = appTexts(name);
      for (const [label, text] of [
        [design.logoRemove, uploads.remove],
        [design.iconRemove, uploads.remove],
        [design.authorPictureRemove, uploads.remove],
        [uploads.removeCover, uploads.remove],
        [editor.revokeNamed, editor.revoke],
        [settings.keys.revokeNamed, settings.keys.revoke],
        [settings.endNamed, settings.end],
        [settings.spam.unblockNamed, settings.spam.unblock],
        [trash.restoreThis, trash.restore],
        [trash.removeThis, trash.remove],
        [webhooks.againNamed, webhooks.again],
        [webhooks.testNamed, webhooks.test],
        [webhooks.editNamed, webhooks.edit],
        [webhooks.removeNamed, common.delete],
      ]) {
        expect(JSON.stringify(label).toLowerCase()).to.include(String(text).toLowerCase());
      }
    });
  }

  it('have the types that their English messages need', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'texts-')), 'catalog.ts');
    execFileSync(process.execPath, ['bin/text-types.ts', file]);
    const committed = readFileSync('client/admin/translations/catalog.ts', 'utf8');
    expect(readFileSync(file, 'utf8').match(/[\w-]+/g), 'npm run texts').to.deep.equal(committed.match(/[\w-]+/g));
  });

  it('count the seconds until a deletion as the language does', () => {
    const inSeconds = (name: Language, counts: number[]) => {
      const { common } = appTexts(name);
      return counts.map((count) => formatMessage(common.deleting, { count, what: '' }, name).replace(/^: /, ''));
    };
    expect(inSeconds('en', [1, 10])).to.deep.equal(['deleting in 1\u00A0s', 'deleting in 10\u00A0s']);
    expect(inSeconds('he', [1, 2, 10])).to.deep.equal([
      'המחיקה בעוד שנייה',
      'המחיקה בעוד שתי שניות',
      'המחיקה בעוד 10 שניות',
    ]);
    expect(inSeconds('ar', [1, 2, 3, 10])).to.deep.equal([
      'الحذف بعد ثانية واحدة',
      'الحذف بعد ثانيتين',
      'الحذف بعد 3 ثوانٍ',
      'الحذف بعد 10 ثوانٍ',
    ]);
  });
});

function missingIn(texts: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): string[] {
  return [...others.keys()].filter((path) => !texts.has(path));
}

for (const [part, catalogOf] of [
  ['app', appCatalog],
  ['site', siteCatalog],
] as const) {
  describe(`the catalogs of the ${part}`, () => {
    for (const name of languageNames) {
      it(`have in ${name} the texts of English, with the same values, and plural forms of the language`, () => {
        const { pluralCategories } = new Intl.PluralRules(name).resolvedOptions();
        const inEnglish = new Map(textsIn(catalogOf('en')));
        const texts = new Map(textsIn(catalogOf(name)));
        expect(missingIn(texts, inEnglish), 'missing').to.deep.equal([]);
        expect(missingIn(inEnglish, texts), 'not in English').to.deep.equal([]);
        expect([...texts.keys()], 'the order').to.deep.equal([...inEnglish.keys()]);
        for (const [path, text] of texts) {
          const { values, forms } = partsOf(text);
          expect(values, path).to.deep.equal(partsOf(inEnglish.get(path) ?? '').values);
          expect(pluralCategories, path).to.include.members(forms);
          expect(text.trim(), path).to.not.equal('');
        }
      });
    }

    it('have in French no space before punctuation or within quotation marks at which a line may break', () => {
      const breaking = textsIn(catalogOf('fr')).filter(([, text]) => / [:;?!»]|« /.test(text));
      expect(breaking).to.deep.equal([]);
    });
  });
}

describe('the texts of the site', () => {
  // Its browsers have no library for messages.
  it('are read as ICU reads them', () => {
    for (const name of languageNames) {
      const locale = localeFor(name);
      for (const [key, text] of textsIn(siteCatalog(name))) {
        const { values } = partsOf(text);
        for (const count of [0, 1, 2, 3, 11, 100, 1234]) {
          const given = Object.fromEntries(values.map((value) => [value, value === 'count' ? count : `(${value})`]));
          const expected = formatMessage(compile(text) as never, given, name);
          expect(translate(locale, key, given), `${name}: ${key}`).to.equal(expected);
        }
      }
    }
  });
});

describe('times in words', () => {
  const inWords = (language: string, count: number, unit: 'hour' | 'day') =>
    timeAgo(new Intl.RelativeTimeFormat(language, { numeric: 'auto' }), count, unit);

  it('name a number once', () => {
    expect(inWords('he', -2, 'hour')).to.equal('לפני שעתיים');
    expect(inWords('he', -3, 'day')).to.equal('לפני 3 ימים');
    expect(inWords('en', -2, 'hour')).to.equal('2 hours ago');
  });
});

/** The messages by path, such as `common.refused.tooOften`. */
function textsIn(texts: Texts, prefix = ''): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : textsIn(value, `${prefix}${key}.`),
  );
}

/** The names of a message's values, and the plural categories that it has forms for. */
function partsOf(text: string): { values: string[]; forms: string[] } {
  const values = new Set<string>();
  const forms = new Set<string>();
  collect(compile(text));
  return { values: [...values].toSorted(), forms: [...forms] };

  function collect(message: unknown): void {
    for (const node of Array.isArray(message) ? message : []) {
      if (!Array.isArray(node)) continue;
      values.add(String(node[0]));
      for (const [form, option] of Object.entries((node[2] ?? {}) as object)) {
        forms.add(form);
        collect(option);
      }
    }
  }
}

function namesIn(folder: string): string[] {
  return readdirSync(new URL(folder, import.meta.url));
}
