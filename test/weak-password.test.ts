import { expect } from 'chai';

import { findWeakness } from '../client/api/weak-password.ts';

const known = ['The Garden Blog', 'Ada Lovelace', 'garden.example'];

describe('the warning of a weak password', () => {
  for (const [password, weakness] of [
    ['password1', 'common'],
    ['P@ssw0rd!', 'common'],
    ['admin123456', 'common'],
    ['Willkommen2026!', 'common'],
    ['correct horse battery staple', 'common'],
    ['Gardenblog2026', 'site'],
    ['lovelace-ada', 'site'],
    ['aaaaaaaaaaaaaaa', 'pattern'],
    ['12345678901234', 'pattern'],
    ['qwertyuiop12', 'pattern'],
    ['abcabcabcabc', 'pattern'],
    ['xkq7-mw2p', 'short'],
    ['xkq7-mw2p-9fbz', null],
    ['moonlit-otter-waltz', null],
    ['the sea is green in may', null],
  ] as const) {
    it(`is ${weakness ?? 'absent'} for ${password}`, () => {
      expect(findWeakness(password, known)).to.equal(weakness);
    });
  }

  it('does not recognize words of the site if they are not given', () => {
    expect(findWeakness('Gardenblog2026')).to.equal(null);
  });
});
