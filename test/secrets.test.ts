import { globSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

import { sameSecret } from '../routers/base/secrets.ts';

// docs/interface.md, A12
describe('secrets', () => {
  it('are equal when all characters are, whatever their length', () => {
    expect(sameSecret('a secret', 'a secret')).to.equal(true);
    for (const other of ['', 'a', 'a secres', 'b secret', 'a secret ', 'A SECRET'])
      expect(sameSecret('a secret', other), other).to.equal(false);
  });

  it('are compared only in constant time, never by an operator', () => {
    const comparison = /(?:token|secret|setupKey|signature|digest)\)? [!=]== (?!undefined|null|')/i;
    for (const file of globSync('{routers,server}/**/*.ts')) {
      const lines = readFileSync(file, 'utf8').split('\n');
      expect(
        lines.filter((line) => comparison.test(line)),
        file,
      ).to.deep.equal([]);
    }
  });
});
