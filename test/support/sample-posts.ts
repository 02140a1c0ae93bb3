import { PICTURES } from './picture-host.ts';

/** The ids of the posts that tests use. */
export const SAMPLE = {
  long: 'a-long-walk',
  chinese: 'yi-ge-ren-de-che-zhan',
  arabic: 'letter-from-the-desert',
  locked: 'a-locked-diary',
  pinned: 'start-here',
  hostile: 'do-not-trust-me',
  draft: 'not-yet',
} as const;

/** The password of the protected post, and its text. */
export const LOCKED = { password: 'open sesame', text: 'The key was under the mat all along.' };

/** A hostile comment. */
export const HOSTILE_COMMENT = `<script>${pwn()}</script><img src="${PICTURES}/broken.svg" onerror="${pwn()}"> [click](javascript:${pwn()})`;

/** 25 published posts and a draft, with an example of every feature. */
export function samplePosts(): Record<string, unknown>[] {
  return [long, chinese, arabic, locked, pinned, hostile, draft, ...plain()];
}

const long = {
  id: SAMPLE.long,
  title: 'A long walk along the coast, with everything that Markdown has',
  date: '2026-02-20',
  category: 'Travel',
  tags: ['walking', 'sea', 'C++ & more'],
  excerpt: 'Twelve days, four harbours and one very stubborn goat.',
  cover: `${PICTURES}/cover.svg`,
  content: [
    'It began with a map on the kitchen table.[^map] Then came **rain**, *wind*, ~~sun~~ and `null`.',
    '## The first day\n\nWe left early. See [the second day](#the-second-day) or [elsewhere](https://elsewhere.example/).',
    `![A grey harbour in the morning](${PICTURES}/harbour.svg "The harbour")`,
    '### What we carried\n\n- a tent\n- a stove\n  - with gas\n- [x] a map\n- [ ] a compass',
    '1. Walk\n2. Eat\n3. Sleep',
    '## The second day\n\n> The sea does not care.\n>\n> > Nor does the goat.',
    '```ts\ninterface Day {\n  steps: number;\n}\n\nconst days: Day[] = []; // so far\nexport const total = days.reduce((sum, { steps }) => sum + steps, 0);\n```',
    `\`\`\`\n${'a line without a language that is far too long for any telephone '.repeat(4)}\n\`\`\``,
    '| Day | Distance | Weather | Where we slept | What we ate | What the goat ate |\n|--|--:|:-:|--|--|--|\n| 1 | 21 km | rain | a barn | soup | my hat |\n| 2 | 18 km | wind | the tent | soup | my other hat |',
    `A word that never ends: ${'Donaudampfschifffahrtsgesellschaft'.repeat(5)} and an address https://elsewhere.example/${'path/'.repeat(40)}`,
    '## The last day\n\n<details><summary>What it cost</summary>\n\nNot much.\n\n</details>\n\nWe slept. <kbd>Ctrl</kbd> + <kbd>Z</kbd>.',
    ...Array.from(
      { length: 30 },
      (_, at) => `Paragraph ${at + 1}. ${'The path went up, and then it went down. '.repeat(8)}`,
    ),
    '[^map]: It was my grandfather’s, and forty years old.',
  ].join('\n\n'),
};

const chinese = {
  id: SAMPLE.chinese,
  title: '一个人的车站',
  date: '2026-02-18',
  category: '随笔',
  tags: ['旅行', '夜晚'],
  content:
    '深夜的车站只剩下一盏灯。我把行李放在长椅上,听见远处传来汽笛的声音。\n\n## 等待\n\n有些人喜欢等待,有些人害怕等待。**而我**只是习惯了。\n\n日本語も少し:駅で電車を待っています。\n\n한국어도 조금: 기차를 기다립니다.',
};

const arabic = {
  id: SAMPLE.arabic,
  title: 'رسالة من الصحراء',
  date: '2026-02-17',
  category: 'Travel',
  tags: ['رسائل', 'walking'],
  content: 'كتبت هذه الرسالة في الليل، والنجوم فوقي كثيرة.\n\nAnd one sentence in English.',
};

const locked = {
  id: SAMPLE.locked,
  title: 'A locked diary',
  date: '2026-02-16',
  tags: ['diary'],
  excerpt: 'For friends only.',
  password: LOCKED.password,
  content: `## Behind the door\n\n${LOCKED.text}\n\n<img src="${PICTURES}/broken.svg" onerror="${pwn()}"><script>${pwn()}</script>`,
};

const pinned = {
  id: SAMPLE.pinned,
  title: 'Start here',
  date: '2020-01-01',
  category: 'Notes',
  tags: ['about'],
  pinned: true,
  content: 'Who writes here, and why.',
};

const hostile = {
  id: SAMPLE.hostile,
  title: `<script>${pwn()}</script> & "quoted" {{ 7 | times: 6 }}`,
  date: '2026-02-15',
  category: '<b onmouseover=pwn()>',
  tags: ['"><img src=x onerror=pwn()>'],
  excerpt: `</p><script>${pwn()}</script>{% raw %}`,
  cover: `${PICTURES}/"><script>${pwn()}</script>`,
  content: [
    `<script>${pwn()}</script>`,
    `<img src="${PICTURES}/broken.svg" alt="nothing" onerror="${pwn()}">`,
    `<svg onload="${pwn()}"><a xlink:href="javascript:${pwn()}"><text>svg</text></a></svg>`,
    `[a link](javascript:${pwn()}) [another](JaVaScRiPt:${pwn()}) <a href="java&#10;script:${pwn()}">a third</a>`,
    `<iframe srcdoc="<script>parent.__pwned = 1</script>"></iframe><object data="javascript:${pwn()}"></object>`,
    `<form action="/api/errors"><button formaction="javascript:${pwn()}">send</button></form>`,
    `<style>body { display: none }</style><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">`,
    `<p id="content" name="body" class="skip" style="position:fixed">clobbered</p>`,
    `\`\`\`html\n</code></pre><script>${pwn()}</script>\n\`\`\``,
    `$$\\href{javascript:${pwn()}}{x}$$`,
    'The end of the hostile post.',
  ].join('\n\n'),
};

const draft = { id: SAMPLE.draft, title: 'Not yet', status: 'draft', content: 'A draft for a few eyes.' };

/** Enough short posts for several pages of the list and several years in the archive. */
function plain(): Record<string, unknown>[] {
  return Array.from({ length: 19 }, (_, at) => ({
    id: `day-${at + 1}`,
    title: `Day ${at + 1} in the garden`,
    date: `${2026 - Math.floor(at / 6)}-01-${String(28 - at).padStart(2, '0')}`,
    category: at % 2 === 0 ? 'Garden' : 'Notes',
    tags: at % 3 === 0 ? ['walking', 'plants'] : ['plants'],
    content: `## Morning\n\nThe tomatoes of day ${at + 1} are ${at % 2 === 0 ? 'green' : 'red'}.\n\n## Evening\n\nWater.`,
  }));
}

/** A script that leaves a trace if it runs. */
function pwn(): string {
  return 'globalThis.__pwned=1,alert(1)';
}
