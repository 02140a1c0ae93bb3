// npm run docs: writes the table of docs/configuration.md from server/config/schema.ts.
import { readFileSync, writeFileSync } from 'node:fs';

import { variables } from '../server/config/schema.ts';

const FILE = 'docs/configuration.md';

const table = [
  '| Variable | Default | Meaning |',
  '| --- | --- | --- |',
  ...Object.entries(variables).map(([name, schema]) => {
    const value: unknown = schema.def.defaultValue;
    return `| \`${name}\` | ${value ? `\`${String(value)}\`` : ''} | ${schema.meta()?.description} |`;
  }),
];
const [start, end] = ['<!-- generated: npm run docs -->\n', '<!-- end -->'];
const before = readFileSync(FILE, 'utf8');
const from = before.indexOf(start) + start.length;
writeFileSync(FILE, `${before.slice(0, from)}\n${table.join('\n')}\n\n${before.slice(before.indexOf(end, from))}`);
