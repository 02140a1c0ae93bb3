import { expect } from 'chai';

import { importsOf, plansOf } from './support/rooms.ts';

/** The maximum numbers of rooms and floors in a folder. */
const most = {
  routers: { rooms: 30, floors: 10 },
  server: { rooms: 12, floors: 9 },
  client: { rooms: 14, floors: 5 },
  'client/admin': { rooms: 24, floors: 12 },
};

describe('the rooms', () => {
  for (const [top, { rooms, floors }] of Object.entries(most)) {
    const plans = plansOf(top, importsOf([top]));

    it(`of ${top}/ are at most ${rooms} on ${floors} floors`, () => {
      const whole = plans.find(({ folder }) => folder === top)!;
      expect(whole.rooms.size).to.be.within(5, rooms);
      expect(whole.floors.length).to.be.within(4, floors);
    });

    it(`of ${top}/ and of the folders in it import each other in no circle`, () => {
      expect(plans).to.have.length.above(10);
      const circles = plans.flatMap(({ folder, circles: some }) =>
        some.map((circle) => `${folder}: ${circle.join(' ')}`),
      );
      expect(circles).to.deep.equal([]);
    });
  }
});
