// Written after the HTML of rendered Markdown on github.com as a browser copies it: with absolute URLs, and with the style
// of each element ("Basic writing and formatting syntax" of GitHub's documentation shows such a page); not a recording.

const style = 'style="box-sizing: border-box; color: rgb(31, 35, 40); font-family: -apple-system; font-weight: 400;"';

export const html = `<meta charset='utf-8'><div class="markdown-heading" dir="auto" ${style}><h2 tabindex="-1" class="heading-element" dir="auto" style="font-weight: 600;">Install</h2><a id="user-content-install" class="anchor" aria-label="Permalink: Install" href="https://github.com/a/b#install"><svg class="octicon octicon-link" viewBox="0 0 16 16"><path d="m7 3"></path></svg></a></div>
<p dir="auto" ${style}>Run <code style="font-family: ui-monospace, Menlo, monospace;">npm install</code> in <strong style="font-weight: 600;">your</strong> folder, see <a href="https://github.com/a/b/issues/1">the issue</a> <g-emoji class="g-emoji" alias="boat">⛵</g-emoji>.</p>
<div class="highlight highlight-source-js notranslate position-relative overflow-auto" dir="auto" ${style}><pre style="font-family: ui-monospace, monospace; white-space: pre;"><span class="pl-k">const</span> <span class="pl-c1">a</span> <span class="pl-c1">=</span> <span class="pl-c1">1</span><span class="pl-kos">;</span>
<span class="pl-s1">run</span><span class="pl-kos">(</span>a<span class="pl-kos">)</span></pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" class="btn" value="const a = 1;" role="button"><svg></svg></clipboard-copy></div></div>
<ul class="contains-task-list" ${style}>
<li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" checked="" disabled=""> Build</li>
<li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled=""> Ship</li>
</ul>
<markdown-accessiblity-table><table tabindex="0" role="table"><thead><tr><th>Key</th><th align="right">Default</th></tr></thead><tbody><tr><td><code>port</code></td><td align="right">80</td></tr></tbody></table></markdown-accessiblity-table>
<blockquote dir="auto"><p dir="auto">Read it.</p></blockquote>
<p dir="auto"><a target="_blank" rel="noopener noreferrer nofollow" href="https://camo.githubusercontent.com/x"><img src="https://camo.githubusercontent.com/x" alt="Build" data-canonical-src="https://ci.example/b.svg" style="max-width: 100%;"></a></p>`;

export const markdown = `## Install

Run \`npm install\` in **your** folder, see [the issue](https://github.com/a/b/issues/1) ⛵.

\`\`\`js
const a = 1;
run(a)
\`\`\`

- [x] Build
- [ ] Ship

| Key    | Default |
| ------ | ------: |
| \`port\` |      80 |

> Read it.

[![Build](https://camo.githubusercontent.com/x)](https://camo.githubusercontent.com/x)`;
