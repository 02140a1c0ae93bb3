import { readdirSync } from 'node:fs';
import { expect } from 'chai';

import { languageFor, languageNames } from '../shared/languages.ts';

describe('the list of languages', () => {
  for (const name of languageNames) {
    it(`has the texts of the site and of the app for ${name}`, () => {
      expect(namesIn('../client/site/locales/'), 'client/site/locales/').to.include(`${name}.json`);
      expect(namesIn('../client/admin/translations/'), 'client/admin/translations/').to.include(name);
    });
  }

  it('names every language that there are texts for', () => {
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
    it(`has ${name} for the tag ${tag}`, () => expect(languageFor(tag!)).to.equal(name));
  }
});

function namesIn(folder: string): string[] {
  return readdirSync(new URL(folder, import.meta.url));
}
