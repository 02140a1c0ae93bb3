import { readdirSync } from 'node:fs';
import { expect } from 'chai';

import { en, type Translations } from '../client/admin/translations/en/en.ts';
import { plural, type PluralForms } from '../client/admin/translations/interpolate.ts';
import { timeAgo } from '../shared/formats.ts';
import { languageFor, languageNames } from '../shared/languages.ts';
import { zoneOrUtc } from '../shared/local-time.ts';

describe('the list of languages', () => {
  for (const name of languageNames) {
    it(`contains ${name}, with texts of the site and the app`, () => {
      expect(namesIn('../client/site/locales/'), 'client/site/locales/').to.include(`${name}.json`);
      expect(namesIn('../client/admin/translations/'), 'client/admin/translations/').to.include(name);
    });
  }

  it('contains every language that has texts', () => {
    const ofApp = namesIn('../client/admin/translations/').filter((name) => !name.endsWith('.ts'));
    const ofSite = namesIn('../client/site/locales/').map((name) => name.replace('.json', ''));
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
    it(`in ${name} name buttons by what can be read on them`, async () => {
      const { design, editor, settings, uploads, webhooks, common } = await textsOf(name);
      for (const [label, text] of [
        [design.logoRemove, uploads.remove],
        [design.iconRemove, uploads.remove],
        [design.authorPictureRemove, uploads.remove],
        [uploads.removeCover, uploads.remove],
        [editor.revokeNamed, editor.revoke],
        [settings.keys.revokeNamed, settings.keys.revoke],
        [settings.endNamed, settings.end],
        [settings.spam.unblockNamed, settings.spam.unblock],
        [webhooks.againNamed, webhooks.again],
        [webhooks.testNamed, webhooks.test],
        [webhooks.editNamed, webhooks.edit],
        [webhooks.removeNamed, common.delete],
      ]) {
        expect(label!.toLowerCase()).to.include(text!.toLowerCase());
      }
    });

    it(`in ${name} have the placeholders of English, and plural forms of the language`, async () => {
      const { pluralCategories } = new Intl.PluralRules(name).resolvedOptions();
      const inEnglish = new Map(textsIn(en));
      for (const [path, text] of textsIn(await textsOf(name))) {
        expect(placeholdersIn(text), path).to.deep.equal(placeholdersIn(inEnglish.get(path)));
        if (typeof text !== 'string') expect(pluralCategories, path).to.include.members(Object.keys(text));
      }
    });
  }

  it('count the seconds until a deletion as the language does', async () => {
    const inSeconds = async (name: string, counts: number[]) => {
      const { common } = await textsOf(name);
      return counts.map((count) => plural(common.deleting, count, name).replace('{what}: ', ''));
    };
    expect(await inSeconds('en', [1, 10])).to.deep.equal(['deleting in 1\u00A0s', 'deleting in 10\u00A0s']);
    expect(await inSeconds('he', [1, 2, 10])).to.deep.equal([
      'המחיקה בעוד שנייה',
      'המחיקה בעוד שתי שניות',
      'המחיקה בעוד 10 שניות',
    ]);
    expect(await inSeconds('ar', [1, 2, 3, 10])).to.deep.equal([
      'الحذف بعد ثانية واحدة',
      'الحذف بعد ثانيتين',
      'الحذف بعد 3 ثوانٍ',
      'الحذف بعد 10 ثوانٍ',
    ]);
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

async function textsOf(name: string): Promise<Translations> {
  const texts = await import(`../client/admin/translations/${name}/${name}.ts`);
  return Object.values(texts)[0] as Translations;
}

type Text = string | PluralForms;

/** The texts by path, such as `common.refused.tooOften`. */
function textsIn(texts: object, prefix = ''): [path: string, text: Text][] {
  return Object.entries(texts).flatMap(([key, value]: [string, Text]): [string, Text][] =>
    typeof value === 'string' || 'other' in value ? [[prefix + key, value]] : textsIn(value, `${prefix}${key}.`),
  );
}

function placeholdersIn(text: Text | undefined): string[] {
  return [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].toSorted();
}

function namesIn(folder: string): string[] {
  return readdirSync(new URL(folder, import.meta.url));
}
