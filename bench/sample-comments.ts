// The comments and guestbook entries of the sample blog, written for it.

interface SampleComment {
  /** The post, or the section of the guestbook. */
  thread: string;
  /** By which a reply finds it. */
  name?: string;
  to?: string;
  daysAgo: number;
  author: string;
  content: string;
}

export const comments: SampleComment[] = [
  {
    thread: 'a-week-on-the-night-trains',
    name: 'jonas',
    daysAgo: 3.4,
    author: 'Jonas',
    content: 'Which of the four had the best breakfast? Asking for a friend who plans around breakfast.',
  },
  {
    thread: 'a-week-on-the-night-trains',
    name: 'mara',
    to: 'jonas',
    daysAgo: 3.1,
    author: 'Mara',
    content: 'The third, by far. Warm bread, and somebody had cut the cheese with care.',
  },
  {
    thread: 'a-week-on-the-night-trains',
    to: 'mara',
    daysAgo: 3,
    author: 'Jonas',
    content: 'The friend is packing.',
  },
  {
    thread: 'a-week-on-the-night-trains',
    daysAgo: 1.2,
    author: 'Ines',
    content: 'Your function loses trains that leave after midnight. Ask me how I know.',
  },
  {
    thread: 'moving-a-blog-of-ten-years',
    daysAgo: 9,
    author: 'Teodor',
    content: 'The part about checking the old addresses first saved me a weekend. Thank you.',
  },
];

export const entries: SampleComment[] = [
  {
    thread: 'gb-note',
    name: 'priya',
    daysAgo: 0.2,
    author: 'Priya',
    content: 'Found this by way of the timetable post and stayed for three hours. Greetings from Pune!',
  },
  {
    thread: 'gb-note',
    to: 'priya',
    daysAgo: 0.1,
    author: 'Mara',
    content: 'Welcome! There are more timetables where that came from.',
  },
  {
    thread: 'gb-note',
    daysAgo: 6,
    author: 'Old Henrik',
    content: 'Forty years a conductor. You got the tea right.',
  },
  { thread: 'gb-note', daysAgo: 40, author: '小林', content: '夜行列車の話、とても楽しかったです。' },
  {
    thread: 'gb-idea',
    name: 'map',
    daysAgo: 2,
    author: 'Lotte',
    content: 'A map of all the night trains that you took would be lovely.',
  },
  {
    thread: 'gb-idea',
    to: 'map',
    daysAgo: 1.5,
    author: 'Mara',
    content: 'I have been drawing one by hand. It will come.',
  },
  { thread: 'gb-idea', daysAgo: 25, author: 'Sam', content: 'Please write about the door bell.' },
];
