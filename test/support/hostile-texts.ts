import { PICTURES } from './picture-host.ts';

/** A text that tries to run scripts, to load things and to pose as parts of the page. */
export const HOSTILE = [
  '# A heading of the first level',
  `<script>globalThis.__pwned=1</script><img src="${PICTURES}/a.svg" onerror="globalThis.__pwned=1">`,
  '<p style="position:fixed" id="content" class="skip" onclick="globalThis.__pwned=1">clobbered</p>',
  '[a](javascript:globalThis.__pwned=1) [b](https://elsewhere.example/) [c](#content)',
  '<iframe srcdoc="<script>parent.__pwned=1</script>"></iframe><form action="/"><button>x</button></form>',
  '<svg><style>*{display:none}</style></svg><style>*{display:none}</style><object data="x"></object>',
  '| a | b |\n|--|--:|\n| 1 | 2 |',
  '```ts\nconst a = 1;\n```',
  '- [x] done',
  '<section class="footnotes" data-footnotes><h2 class="sr-only" id="footnote-label">posing</h2></section>',
  '<span class="hljs-keyword">posing</span><a class="anchor" href="/">posing</a><details class="toc">posing</details>',
  '<p align="center">posing</p><math><mtext class="tml-posing" style="color:red" href="/">posing</mtext></math>',
  '<a id="label">posing</a><a id="ref-1" class="data-footnote-backref">posing</a><code class="language-a tml-b">c</code>',
  'The end of the trap.',
].join('\n\n');

const HIT = 'globalThis.__pwned=1';

/** The same in the places that an editor shows in its own way. Hosts that are not `PICTURES` must never be asked. */
export const HOSTILE_PLACES = [
  `| <img src=x onerror="${HIT}"> | [b](javascript:${HIT}) |\n|---|---|\n| ![c](javascript:${HIT}) <script>${HIT}</script> | $\\href{javascript:${HIT}}{x}$ |`,
  `![<img src=x onerror=${HIT}>](${PICTURES}/a.svg ""><img src=x onerror=${HIT}>")`,
  `[![a](${PICTURES}/b.svg)](javascript:${HIT})`,
  `text ![a](data:text/html,<script>${HIT}</script>) ![b](javascript:${HIT}) ![c](blob:x) ![d](file:///x)`,
  `\`\`\`js" onmouseover="${HIT}\nlet a; // <img src=x onerror=${HIT}>\n\`\`\``,
  `> [!NOTE]\n> <img src=x onerror="${HIT}"> [a](java\nscript:${HIT})`,
  `- [ ] <svg onload="${HIT}"> [a](vbscript:${HIT}) <javascript:${HIT}>`,
  `## <img src=x onerror="${HIT}"> [a](data:text/html,<script>${HIT}</script>)`,
  `A[^n]\n\n[^n]: <img src=x onerror="${HIT}">`,
  `$$\n\\href{javascript:${HIT}}{x} \\includegraphics{https://evil.example/a.png}\n$$`,
  `<!-- <img src="https://evil.example/b.png"> -->`,
  `<link rel="stylesheet" href="https://evil.example/c.css"><style>@import "https://evil.example/d.css";</style>`,
  `<div style="background:url(https://evil.example/e.png)" background="https://evil.example/f.png">styled</div>`,
  `<video poster="https://evil.example/g.png" autoplay onplay="${HIT}"></video><audio src="javascript:${HIT}" autoplay></audio>`,
  `<img src="${PICTURES}/c.svg" srcset="https://evil.example/h.png 2x"><input type="image" src="https://evil.example/i.png">`,
  `<details open ontoggle="${HIT}"><summary>More</summary><base href="https://evil.example/"><a href="//evil.example">a</a></details>`,
  `<iframe src="https://evil.example/j"></iframe><embed src="https://evil.example/k"><object data="https://evil.example/l"></object>`,
  `[r]: javascript:${HIT}\n\n[a][r] ![b][r]`,
  `\`<img src="https://evil.example/m.png">\` \\<img src="https://evil.example/n.png">`,
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<a href="https://elsewhere.example/" target="_top" ping="https://evil.example/o">the end of the places</a>',
].join('\n\n');
