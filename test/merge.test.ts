import { expect } from 'chai';

import { newFields, type Fields } from '../client/admin/device/unsaved/fields.ts';
import { editsBetween, mergeFields, mergeTexts } from '../client/admin/editor/merge.ts';

const fields = (changes: Partial<Fields>): Fields => ({ ...newFields(), ...changes });

/** The merged text; fails if the two sides differ. */
function merged(base: string, mine: string, theirs: string): string {
  const both = mergeTexts(base, mine, theirs);
  expect(both.mine).to.equal(both.theirs);
  return both.mine;
}

describe('merging the texts of two windows', () => {
  it('combines changes of different lines', () => {
    expect(merged('a\n\nb\n\nc', 'A\n\nb\n\nc', 'a\n\nb\n\nC!')).to.equal('A\n\nb\n\nC!');
    expect(merged('a\nb\nc\n', 'a\nc\n', 'a\nb\nc\nd\n')).to.equal('a\nc\nd\n');
    expect(merged('', 'Typed.', '')).to.equal('Typed.');
    expect(merged('One.\n', 'One.\n', '')).to.equal('');
  });

  it('combines changes of different words in one line', () => {
    const line = 'The ferry leaves at six from the old pier.';
    expect(merged(line, line.replace('six', 'seven'), line.replace('pier', 'harbour'))).to.equal(
      'The ferry leaves at seven from the old harbour.',
    );
    expect(merged(`${line}\nEnd.`, `${line} Mine.\nEnd.`, `Theirs. ${line}\nEnd.`)).to.equal(
      `Theirs. ${line} Mine.\nEnd.`,
    );
  });

  it('applies the same change once', () => {
    expect(merged('a\n', 'a\nb\n', 'a\nb\n')).to.equal('a\nb\n');
  });

  it('returns two texts that differ only where changes overlap', () => {
    const base = 'One.\n\nTwo.\n\nThree.';
    const both = mergeTexts(base, 'One!\n\nTwo, mine.\n\nThree.', 'One.\n\nTwo, theirs.\n\nThree?');
    expect(both).to.deep.equal({
      mine: 'One!\n\nTwo, mine.\n\nThree?',
      theirs: 'One!\n\nTwo, theirs.\n\nThree?',
    });
    expect(mergeTexts('', 'First.', 'Second.')).to.deep.equal({ mine: 'First.', theirs: 'Second.' });
  });

  it('loses no inserted line, whatever both insert', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 300; round++) {
      const base = Array.from({ length: random(12) }, (_, at) => `line ${at}\n`);
      const withOwn = (whose: string) => {
        const lines = [...base];
        for (let count = random(4); count > 0; count--)
          lines.splice(random(lines.length + 1), 0, `${whose} ${count}\n`);
        return lines;
      };
      const [mine, theirs] = [withOwn('mine'), withOwn('theirs')];
      const both = mergeTexts(base.join(''), mine.join(''), theirs.join(''));
      for (const line of mine) expect(both.mine).to.include(line);
      for (const line of theirs) expect(both.theirs).to.include(line);
      if (both.mine === both.theirs) for (const line of [...mine, ...theirs]) expect(both.mine).to.include(line);
    }
  });

  it('takes each other field from the side that changed it, and leaves those that both changed', () => {
    const base = fields({ title: 'Title', category: 'Old', tags: ['a'], pinned: 0, slug: 'before' });
    const mine = { ...base, title: 'Mine', tags: ['a', 'b'], pinned: 1 as const };
    const theirs = { ...base, title: 'Theirs', category: 'New', pinned: 1 as const, slug: 'after' };
    const both = mergeFields(base, mine, theirs);
    const common = { category: 'New', tags: ['a', 'b'], pinned: 1, slug: 'after' };
    expect(both.mine).to.deep.include({ ...common, title: 'Mine' });
    expect(both.theirs).to.deep.include({ ...common, title: 'Theirs' });
  });

  it('gives edits that turn the text on the screen into the result', () => {
    for (const [before, after] of [
      ['one two three', 'ONE two THREE'],
      ['', 'a'],
      ['a\nb\nc', 'a\nc'],
    ] as const) {
      const text = editsBetween(before, after).reduceRight(
        (so, { from, to, insert }) => so.slice(0, from) + insert + so.slice(to),
        before as string,
      );
      expect(text).to.equal(after);
    }
  });
});
