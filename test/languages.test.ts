import { readdirSync } from 'node:fs';
import { expect } from 'chai';

import type { Translations } from '../client/admin/translations/en/en.ts';
import { timeAgo } from '../shared/formats.ts';
import { languageFor, languageNames } from '../shared/languages.ts';

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
  ]) {
    it(`maps the tag ${tag} to ${name}`, () => expect(languageFor(tag!)).to.equal(name));
  }
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
  }
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

function namesIn(folder: string): string[] {
  return readdirSync(new URL(folder, import.meta.url));
}
