import { expect } from 'chai';

import { splitIntoChunks } from '../client/importers/chunks.ts';

describe('requests of an import', () => {
  // docs/interface.md, W9
  it('have no more items and bytes than allowed; a larger item is sent alone', async () => {
    const sizes = [3, 3, 3, 5, 9, 1, 1, 1, 1, 8];
    async function* items() {
      yield* sizes;
    }
    const chunks: number[][] = [];
    for await (const chunk of splitIntoChunks(items(), { items: 3, bytes: 8 }, (size) => size)) chunks.push(chunk);
    expect(chunks).to.deep.equal([[3, 3], [3, 5], [9], [1, 1, 1], [1], [8]]);
  });
});
