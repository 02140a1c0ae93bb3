import fc from 'fast-check';

/** Words in many scripts and with signs of Markdown, and what is easily lost: odd spaces, joiners, a byte order mark. */
const words = [
  ...['word', 'snake_case', '2*3', 'a\\*b', '&amp;', '<b>', 'C#', '1.', '-', '+', '|', '\\', '`', '$5', '~', '=='],
  ...[
    '日本語',
    '重点：',
    'مرحبا',
    'العالم،',
    'שלום',
    '한국어',
    'ﷺ',
    '👩‍👩‍👧‍👦',
    '🏳️‍🌈',
    '❤️',
    'e\u0301',
    '\u00A0',
    '\u200B',
    '\u200F',
    '\uFEFF',
  ],
  ...['\u2028', '\u0085', '\f', '[x]', '[^1]', '[link]: /x', 'https://a.example/b_(c)', ':rocket:', '@name', '…', '“”'],
];
const word = fc.constantFrom(...words);
const plain = fc.array(word, { minLength: 1, maxLength: 6 }).map((found) => found.join(' '));

const inline = plain.chain((text) =>
  fc.constantFrom(
    text,
    `*${text}* and **${text}**`,
    `***a** b*`,
    `__${text}__ _${text}_`,
    `~~${text}~~ ~x~`,
    `==${text}==`,
    `\`\` ${text} \`\` \`c\``,
    `[${text}](/a "t") [b][c] <https://d.example>`,
    `![alt](/media/a.jpg#wide 'c') text`,
    `$x^2$ $$y$$ \\$z`,
    `${text}[^1] <kbd>k</kbd> <!-- c -->`,
    `${text}  `,
    `${text}\\`,
    `\t${text}\t`,
  ),
);

const lines = (max: number) => fc.array(inline, { minLength: 1, maxLength: max });
const paragraph = lines(3).map((all) => all.join('\n'));
const heading = inline.chain((text) =>
  fc.constantFrom(
    `# ${text}`,
    `###### ${text} ###`,
    `#   ${text}   #  `,
    `##`,
    `#no`,
    `${text}\n===`,
    `${text}\n  ---  `,
    `   ## ${text}`,
  ),
);
const code = lines(3).chain((all) =>
  fc.constantFrom(
    `\`\`\`js title="x"\n${all.join('\n')}\n\`\`\``,
    `~~~~\n${all.join('\n\n')}\n~~~~~`,
    `\`\`\`\`md\n\`\`\`\n${all[0]}\n\`\`\`\n\`\`\`\``,
    `\`\`\`math\n\\frac12\n\`\`\``,
    `    ${all[0]}\n\n\t${all[0]}`,
    `\`\`\`\n${all[0]}`,
  ),
);
const table = plain.chain((text) => {
  const cell = text.replaceAll('|', String.raw`\|`);
  return fc.constantFrom(
    `| a | ${cell} |\n|:--|--:|\n| ${cell} | **2** |`,
    `|a|b|\n|-|-|\n|${cell}|\n|1|2|3|`,
    `a | b\n:-:|---\n ${cell} | d  \n`,
    `  | a |\n  | - |\n  | \`x \\| y\` |`,
    `|  |\n|--|\n|  |`,
    `| not\n| - - |`,
  );
});
const html = plain.chain((text) =>
  fc.constantFrom(
    `<div>\n\n${text}\n\n</div>`,
    `<details><summary>${text}</summary>b</details>`,
    `<!-- ${text}\n-->`,
    `<!-- open ${text}`,
    `<img src="/media/none.png" alt="">`,
    `<p>open\n  <b>${text}`,
    `<?php ?>`,
    `<script>\n\nlet a;\n</script>`,
  ),
);
const object = fc.constantFrom(
  '![](/media/none.png)',
  '![a](/media/none.png)\n![b](</media/none 2.png> "c")',
  '![a](/media/none.png#small)\n\n\n[![b](/media/none.png)](/to)',
  '![a][r]',
  'https://example.com/page',
  '<https://example.com/a>\nhttps://example.com/b',
  '$$\n\\frac12\n$$',
  '$$x$$',
  '$$\n\\nonsense{',
  '---',
  '* * *',
  '___  ',
  '[^1]: note\n\n    more',
  '[^2]:\tnote\nlazy',
  '[r]: /media/none.png "t"',
  '[c]:\n  </d>',
  '---\ntitle: x\n---',
  '',
  '   ',
  '\t',
);

/** Blocks, in lists and quotes to a depth of three. */
const { block } = fc.letrec<{ block: string; list: string; quote: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
    paragraph,
    heading,
    code,
    table,
    html,
    object,
    tie('list'),
    tie('quote'),
  ),
  list: fc
    .tuple(
      fc.constantFrom(
        '- ',
        '* ',
        '+   ',
        '1. ',
        '7) ',
        '007. ',
        '-\t',
        '- [ ] ',
        '* [x] ',
        '1. [X]  ',
        '  - ',
        '-',
        '- - ',
      ),
      fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('\n', '\n\n'),
    )
    .map(([mark, items, gap]) => items.map((item) => mark + indented(item, mark.length)).join(gap)),
  quote: fc
    .tuple(fc.constantFrom('> ', '>', ' >  ', '> > ', '> [!NOTE]\n> ', '> [!tip] \n> '), tie('block'))
    .map(([mark, text]) => mark + text.replaceAll('\n', `\n${mark.split('\n').at(-1)}`)),
}));

/** Documents of every kind of block, with every kind of line ending, gaps and ends. */
export const anyDocument: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '', '\n', '\uFEFF', '  \n\n'),
    fc.array(fc.tuple(block, fc.constantFrom('\n\n', '\n\n', '\n', '\n \t\n', '\n\n\n\n')), {
      minLength: 1,
      maxLength: 8,
    }),
    fc.constantFrom('', '\n', '\n\n', '  ', '\t\n'),
    fc.constantFrom('\n', '\n', '\r\n', '\r', 'mixed'),
  )
  .map(([start, blocks, end, ending]) => {
    const text = start + blocks.map(([one, gap], at) => (at + 1 < blocks.length ? one + gap : one)).join('') + end;
    let at = 0;
    return text.replaceAll('\n', () => (ending === 'mixed' ? (['\r\n', '\n', '\r\n', '\r'][at++ % 4] ?? '') : ending));
  });

function indented(text: string, by: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`);
}
