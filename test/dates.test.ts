import { expect } from 'chai';
import { describe, it } from 'mocha';

import { fromZonedClock } from '../client/admin/editor/zoned.ts';
import { readDate } from '../client/importers/markdown/dates.ts';
import { readTimestamp } from '../client/importers/markdown/timestamps.ts';
import { isDay, utcTime } from '../shared/dates.ts';
import { dayIn } from '../shared/local-time.ts';

// docs/interface.md, P4
describe('dates', () => {
  it('go from the year 1 to the year 9999', () => {
    for (const day of ['0001-01-01', '9999-12-31', '2024-02-29']) expect(isDay(day), day).to.equal(true);
    for (const day of ['0000-01-01', '0000-12-31', '10000-01-01', '+010000-01-01', '-0001-01-01', '2023-02-29', '']) {
      expect(isDay(day), day).to.equal(false);
    }
  });

  it('are times in these years in UTC', () => {
    expect(utcTime(Date.UTC(2026, 0, 1))).to.equal('2026-01-01T00:00:00.000Z');
    expect(utcTime(Date.parse('0001-01-01T00:00:00Z'))).to.equal('0001-01-01T00:00:00.000Z');
    for (const time of [Date.parse('0000-12-31T23:59:59Z'), Date.parse('+010000-01-01T00:00:00Z'), Number.NaN, 9e15]) {
      expect(utcTime(time)).to.equal(undefined);
    }
  });

  it('are those days in a time zone', () => {
    expect(dayIn('America/New_York', '0001-01-01T00:00:00Z')).to.equal('0001-01-01');
    expect(dayIn('Asia/Shanghai', '9999-12-31T20:00:00Z')).to.equal('9999-12-31');
  });

  it('are the only ones that importers accept', () => {
    expect(() => readDate('0000-03-01')).to.throw('is not a day');
    expect(readTimestamp('0000-03-01T08:00:00Z')).to.equal(undefined);
    expect(readTimestamp('9999-12-31T23:59:59-05:00')).to.equal(undefined);
  });

  it('are the only ones that the form of the app sends', () => {
    expect(fromZonedClock('2026-01-31T08:00', 'UTC')).to.equal('2026-01-31T08:00:00.000Z');
    expect(fromZonedClock('0000-01-31T08:00', 'UTC')).to.equal(null);
    expect(fromZonedClock('9999-12-31T23:00', 'America/New_York')).to.equal(null);
  });
});
