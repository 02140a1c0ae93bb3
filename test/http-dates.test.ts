import { expect } from 'chai';
import { describe, it } from 'mocha';

import { isUnchanged } from '../server/http/validators.ts';
import { httpDate } from '../server/http/http-date.ts';

const NOW = Date.UTC(2026, 2, 1);

// RFC 9110, section 5.6.7
describe('httpDate', () => {
  const dates: [text: string, iso: string | undefined][] = [
    ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
    ['Wed Nov 16 08:49:37 1994', '1994-11-16T08:49:37.000Z'],
    ['Sunday, 28-Feb-76 23:59:59 GMT', '2076-02-28T23:59:59.000Z'],
    ['Tuesday, 01-Mar-77 00:00:00 GMT', '1977-03-01T00:00:00.000Z'],
    ['Monday, 29-Feb-00 00:00:00 GMT', '2000-02-29T00:00:00.000Z'],
    ['Sun, 06 Nov 1994 08:49:60 GMT', '1994-11-06T08:49:59.000Z'],
    ['sun, 06 nov 1994 08:49:37 gmt', '1994-11-06T08:49:37.000Z'],
    ['Thu, 31 Feb 1994 08:49:37 GMT', undefined],
    ['Sun, 06 Nov 1994 24:00:00 GMT', undefined],
    ['Sun, 06 Nov 1994 08:49:37', undefined],
    ['Sun, 06 Nov 1994 08:49:37 +0000', undefined],
    ['1994-11-06T08:49:37Z', undefined],
    ['', undefined],
  ];
  for (const [text, iso] of dates) {
    it(`reads ${text}`, () => expect(httpDate(text, NOW)).to.equal(iso && Date.parse(iso)));
  }
});

describe('isUnchanged', () => {
  const modified = 'Sun, 06 Nov 1994 08:49:37 GMT';
  const isSame = (since: string) => isUnchanged({ 'if-modified-since': since }, '"a"', modified);

  it('compares If-Modified-Since as a date', () => {
    for (const since of [modified, 'Sun, 06 Nov 1994 08:49:38 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT']) {
      expect(isSame(since), since).to.equal(true);
    }
    expect(isSame('Sun Nov  6 08:49:37 1994')).to.equal(true);
    for (const since of ['Sun, 06 Nov 1994 08:49:36 GMT', 'Sun Nov  6 08:49:36 1994', 'tomorrow', '']) {
      expect(isSame(since), since).to.equal(false);
    }
  });

  it('ignores it beside If-None-Match', () =>
    expect(isUnchanged({ 'if-none-match': '"b"', 'if-modified-since': modified }, '"a"', modified)).to.equal(false));
});
