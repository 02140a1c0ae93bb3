import { expect } from 'chai';

import { readCsv } from '../shared/read-csv.ts';
import { csvRow, unescapeFormula } from '../shared/csv-row.ts';

const rows = (text: string) => [...readCsv(text)].map(({ fields }) => fields);

// docs/interface.md, N9
describe('CSV of subscribers', () => {
  it('has rows with any line ends, quoted fields, and a byte order mark', () => {
    const text = '\ufeffemail,name\r\n"a@b.example","Ada ""A"", L."\nc@d.example,\r\rplain,"two\r\nlines"';
    expect(rows(text)).to.deep.equal([
      ['email', 'name'],
      ['a@b.example', 'Ada "A", L.'],
      ['c@d.example', ''],
      ['plain', 'two\r\nlines'],
    ]);
  });

  it('is separated by semicolons or tabs, if the first row is', () => {
    expect(rows('email;name\na@b.example;"x;y"')).to.deep.equal([
      ['email', 'name'],
      ['a@b.example', 'x;y'],
    ]);
    expect(rows('email\tname\na\tb,c')[1]).to.deep.equal(['a', 'b,c']);
  });

  it('names the line on which a row begins', () => {
    const lines = (text: string) => [...readCsv(text)].map(({ line }) => line);
    const text = 'a\n"b\nb"\n\n\nc\n';
    for (const end of ['\n', '\r\n', '\r']) expect(lines(text.replaceAll('\n', end))).to.deep.equal([1, 2, 6]);
  });

  it('ends a quoted field at the end of the file, and keeps what follows a quotation mark', () => {
    expect(rows('a,"b\nc')).to.deep.equal([['a', 'b\nc']]);
    expect(rows('"a"b,c')).to.deep.equal([['ab', 'c']]);
    expect(rows('')).to.deep.equal([]);
  });

  it('has no field that a spreadsheet would calculate, and is read as it was', () => {
    const fields = ['=1+1', '+1', '-1', '@sum', "'=1", '\tx', '\n=1', '＝1', 'a"b', 'plain', "'plain", 'x y', 'a;b'];
    const written = csvRow(fields);
    const [read] = rows(written);
    for (const field of read!) expect(field).to.not.match(/^[=+\-@\t\r\n＝]/);
    expect(read!.map(unescapeFormula)).to.deep.equal(fields);
  });
});
