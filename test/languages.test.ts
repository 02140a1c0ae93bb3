import { readdirSync } from 'node:fs';
import { expect } from 'chai';

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

function namesIn(folder: string): string[] {
  return readdirSync(new URL(folder, import.meta.url));
}
