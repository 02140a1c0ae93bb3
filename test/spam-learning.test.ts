import { expect } from 'chai';

import { measureFilter, sumOf } from './support/spam/measure.ts';
import { labelledTexts } from './support/spam/written.ts';
import { describeService } from './support/service.ts';

const DECISIONS = 500;
/** Of the comments that are held back; `npm run bench -- spam` takes all of them. */
const JUDGED = 300;

describeService('the detection rate of the spam filter after 500 decisions', (use) => {
  // docs/interface.md, C33
  it('is at least 90 % for spam of unknown sentences, and at most 1 % for good comments', async function () {
    this.timeout(120_000);
    const texts = await labelledTexts(2000);
    const toLearn = texts.filter(({ half }) => half === 'to learn').slice(0, DECISIONS);
    const heldBack = texts.filter(({ half }) => half === 'held back').slice(0, JUDGED);
    const all = sumOf(await measureFilter(use(), [...toLearn, ...heldBack], DECISIONS));
    expect(all.spam + all.good).to.equal(JUDGED);
    expect(all.caught / all.spam, `${all.caught} of ${all.spam} caught`).to.be.at.least(0.9);
    expect(all.wrong / all.good, `${all.wrong} of ${all.good} wrongly held`).to.be.at.most(0.01);
  });
});
