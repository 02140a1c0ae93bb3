// The posts of the sample blog, written for it.

interface SamplePost {
  id: string;
  title: string;
  daysAgo: number;
  category: string;
  tags: string[];
  /** The name of its picture. */
  picture?: string;
  pinned?: boolean;
  excerpt: string;
  content: string;
}

export const posts: SamplePost[] = [
  {
    id: 'start-here',
    title: 'Start here',
    daysAgo: 380,
    category: 'Notes',
    tags: ['about'],
    pinned: true,
    excerpt: 'Who writes this, how often, and which three posts to read first.',
    content:
      'I am Mara. I mend small machines for a living and sit in trains for pleasure, and this is where both are written down.\n\nNew posts come when there is something to say, which is about twice a month.',
  },
  {
    id: 'a-week-on-the-night-trains',
    title: 'A week on the night trains',
    daysAgo: 4,
    category: 'Travel',
    tags: ['trains', 'europe', 'packing'],
    picture: 'mountains',
    excerpt: 'Five nights, four borders, one very small sink: what I learned about sleeping on rails.',
    content: `The plan was simple: leave on a Friday evening, wake up somewhere else each morning, and be back at work a week later with the same coat.

## The first night

The carriage was older than I am, and better kept. The attendant brought tea in a glass and asked at which hour I would like to be woken; I said that I would surely be awake. I was not.

> You do not sleep on a night train. You are put away carefully and taken out again in the morning.

## What was in the bag

| Thing | Grams | Used |
|---|--:|---|
| Wool blanket | 620 | every night |
| Ear plugs | 4 | every night |
| Paper map | 90 | twice, to be polite |
| Laptop | 1,210 | never |

The laptop stays at home next time.[^phone]

## Finding the trains

Timetables are public, and a few lines are enough to ask for what leaves late and arrives early:

\`\`\`ts
interface Train { name: string; leaves: number; arrives: number; }

/** Trains on which a person can sleep: eight hours at least, over midnight. */
export function nightTrains(all: Train[]): Train[] {
  return all.filter(({ leaves, arrives }) => leaves > arrives && 24 - leaves + arrives >= 8);
}
\`\`\`

## Would I do it again?

I have booked the next one already.

[^phone]: The telephone has a keyboard, too, if one is patient.`,
  },
  {
    id: 'moving-a-blog-of-ten-years',
    title: 'Moving a blog of ten years in one afternoon',
    daysAgo: 11,
    category: 'Computers',
    tags: ['self-hosting', 'backups', 'writing'],
    excerpt: 'Four hundred posts, three systems, no lost links. A plan that is mostly about checking.',
    content: longPost(),
  },
  {
    id: 'the-quietest-server',
    title: 'The quietest server I ever had',
    daysAgo: 19,
    category: 'Computers',
    tags: ['self-hosting', 'hardware'],
    picture: 'evening',
    excerpt: 'No fan, six watts, a shelf above the radiator. It has run for three hundred days.',
    content:
      'It stands between two dictionaries and makes no sound at all.\n\n## What it does\n\n- keeps this blog\n- keeps the pictures of the family\n- answers the door bell, badly\n\n## What it costs\n\nSix watts, and a look at the log on Sundays.',
  },
  {
    id: 'fog-on-the-lake',
    title: 'Fog on the lake, and the ferry that came anyway',
    daysAgo: 33,
    category: 'Travel',
    tags: ['ferries', 'autumn'],
    picture: 'lake',
    excerpt: 'We heard it long before we saw it. Then it was simply there, as large as a house.',
    content: 'We stood on the pier and could not see our shoes.\n\nThen came the horn, twice, and the smell of coffee.',
  },
  {
    id: 'sqlite-is-enough',
    title: 'One file is enough',
    daysAgo: 47,
    category: 'Computers',
    tags: ['databases', 'backups'],
    excerpt: 'Why everything I run for myself keeps its data in a single file, and how I copy it safely.',
    content:
      'A database that is a file can be held in one hand.\n\n```sh\nsqlite3 blog.db ".backup copy.db"\n```\n\nThat is the whole trick. Never copy the file itself while somebody writes to it.',
  },
  {
    id: 'bread-in-porto',
    title: 'Bread in Porto',
    daysAgo: 62,
    category: 'Travel',
    tags: ['food', 'europe'],
    picture: 'coast',
    excerpt: 'A bakery without a sign, a queue without an end, and the best crust of the year.',
    content: 'Nobody could tell me its name. Everybody could tell me the way.',
  },
  {
    id: 'reading-logs-with-coffee',
    title: 'Reading logs with coffee',
    daysAgo: 90,
    category: 'Computers',
    tags: ['self-hosting', 'habits'],
    excerpt: 'Ten minutes on a Sunday morning have found more faults than any alarm.',
    content: 'I look for what is new, not for what is red.',
  },
  {
    id: 'a-bicycle-on-a-train',
    title: 'How to take a bicycle on a train',
    daysAgo: 121,
    category: 'Travel',
    tags: ['trains', 'packing'],
    excerpt: 'Five countries, five rules, and one piece of string that solves four of them.',
    content: 'Take the string.',
  },
  {
    id: 'keyboard-repair',
    title: 'Mending a keyboard with nail polish',
    daysAgo: 150,
    category: 'Computers',
    tags: ['hardware', 'repair'],
    excerpt: 'The letter E had been gone since spring. It took four minutes and one transparent bottle.',
    content: 'Clean, scratch, paint, wait.',
  },
  {
    id: 'the-last-paper-timetable',
    title: 'The last paper timetable',
    daysAgo: 201,
    category: 'Travel',
    tags: ['trains', 'writing'],
    excerpt: 'Nine hundred pages of thin paper, and every one of them is a promise.',
    content: 'I bought two, one to read and one to keep.',
  },
  {
    id: 'passwords-for-parents',
    title: 'Passwords, explained to my parents',
    daysAgo: 246,
    category: 'Computers',
    tags: ['habits', 'security'],
    excerpt: 'Four words, one notebook, and a drawer that locks. It has worked for two years.',
    content: 'The notebook is not the problem. The same word everywhere is.',
  },
  {
    id: 'winter-light',
    title: 'Winter light north of the circle',
    daysAgo: 290,
    category: 'Travel',
    tags: ['north', 'trains'],
    picture: 'north',
    excerpt: 'Two hours of blue, and then the stars again. Nobody hurried.',
    content: 'At eleven it grew blue, at one it was over.',
  },
  {
    id: 'a-station-at-night',
    title: '深夜的车站',
    daysAgo: 330,
    category: 'Notes',
    tags: ['writing', 'trains'],
    excerpt: '只剩下一盏灯,一张长椅,和远处的汽笛声。',
    content: '有些人喜欢等待,有些人害怕等待。我只是习惯了。',
  },
];

function longPost(): string {
  const steps = [
    ['Count first', 'Before anything moves, count: posts, pictures, comments, addresses. Write the figures down.'],
    ['Keep the addresses', 'Every address that anybody ever linked to has to lead somewhere sensible afterwards.'],
    [
      'Move the text',
      'Text is the easy part, as long as it is kept as text. Mine had been kept as three kinds of markup.',
    ],
    [
      'Move the pictures',
      'Pictures are the slow part. Half of mine were copies of the other half, one pixel narrower.',
    ],
    ['Read everything once', 'I read four hundred posts in one evening. I am sorry about some of them.'],
    [
      'Count again',
      'The figures have to be the same. Mine were not, twice, and both times the counting had been wrong.',
    ],
    ['Leave the old one on', 'For a month the old place kept running, with nothing to do, like a light in a window.'],
    [
      'Make a copy',
      'Then I made a copy of the new one, put it into a drawer, and restored it to see whether it works.',
    ],
  ];
  const parts = steps.map(([title, text], at) =>
    [
      `## ${title}`,
      text,
      `It took ${10 + at * 7} minutes. What helps is a list that one can tick off, and somebody who asks what the next line is. I had a list and a cat.`,
      at % 3 === 0
        ? '- write down what there is\n- write down what there should be\n- look at the difference, and only at the difference'
        : at % 3 === 1
          ? '```sh\nfor address in $(cat addresses.txt); do\n  curl --silent --head "$address" | head -n 1\ndone\n```'
          : '> A move is finished when nobody notices it.',
      'The next step begins when this one can be checked by a program, and not before. It sounds slow, and it is the fastest way that I know.',
    ].join('\n\n'),
  );
  return ['It began with a letter from the old host, which was polite and final.', ...parts].join('\n\n');
}
