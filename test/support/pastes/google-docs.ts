// Written after the markup that Google Docs puts on the clipboard, as ProseMirror's issue 459, Draft.js's issue 393 and
// CKEditor's "Paste from Google Docs" document it; not a recording.

const font = 'font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;';
const run = (style: string, text: string) =>
  `<span style="${font}font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;${style}">${text}</span>`;
const paragraph = (content: string) =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${content}</p>`;
const item = (level: number, content: string, rest = '') =>
  `<li dir="ltr" aria-level="${level}" style="list-style-type:disc;${font}"${rest}><p dir="ltr" role="presentation" style="line-height:1.38;">${content}</p></li>`;
const cell = (content: string) => `<td style="border-left:solid #000000 1pt;vertical-align:top;">${content}</td>`;
const code = "font-family:'Courier New',monospace;";

export const html = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0c3e9a52-7fff-1d2b-9f3e-5a6b7c8d9e0f">
<h2 dir="ltr" style="line-height:1.38;">${run('font-size:16pt;font-weight:700;', 'The harbour')}</h2>
${paragraph(`${run('', 'Boats are ')}${run('font-weight:700;', 'red ')}${run('font-weight:700;font-style:italic;', 'and blue')}${run('', ', not ')}${run('text-decoration:line-through;', 'grey')}${run('', '. See ')}<a href="https://harbour.example/" style="text-decoration:none;">${run('color:#1155cc;text-decoration:underline;', 'the list')}</a>${run('', '; x')}${run('font-size:0.6em;vertical-align:super;', '2')}${run('', '.')}`)}<br>
<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${item(1, run('', 'Nets'))}<ul>${item(2, run('', 'Large'))}${item(2, run('', 'Small'))}</ul>${item(1, run('', 'Ropes'))}</ul>
<ol style="margin-top:0;margin-bottom:0;">${item(1, run('', 'Cast off'))}${item(1, run('', 'Row'))}</ol>
<ul style="margin-top:0;margin-bottom:0;">${item(1, run('', 'Paint'), ' role="checkbox" aria-checked="true"').replace('<p', '<img src="data:image/png;base64,iVBORw0KGgo=" width="18px" height="18px" alt="checked" aria-roledescription="checkbox" style="margin-right:3px;" /><p')}${item(1, run('', 'Sail'), ' role="checkbox" aria-checked="false"')}</ul>
<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="300" /><col width="300" /></colgroup><tbody><tr style="height:0pt">${cell(paragraph(run('', 'Name')))}${cell(paragraph(run('', 'Length')))}</tr><tr style="height:0pt">${cell(paragraph(run('', 'Ada')) + paragraph(run('', '(old)')))}${cell(paragraph(run('', '7 m')))}</tr></tbody></table></div><br>
${paragraph(`${run('', 'Run ')}${run(code, 'make')}${run('', ':')}`)}
${paragraph(run(code, 'let a = 1;'))}${paragraph(run(code, 'a += 1;'))}
${paragraph(run('', '<span style="border:none;display:inline-block;overflow:hidden;"><img src="https://lh7-rt.googleusercontent.com/docsz/example" width="602" height="401" /></span>'))}</b><br class="Apple-interchange-newline">`;

export const markdown = `## The harbour

Boats are **red _and blue_**, not ~~grey~~. See [the list](https://harbour.example/); x<sup>2</sup>.

- Nets
  - Large
  - Small
- Ropes

1. Cast off
2. Row

- [x] Paint
- [ ] Sail

| Name         | Length |
| ------------ | ------ |
| Ada<br>(old) | 7 m    |

Run \`make\`:

\`\`\`
let a = 1;
a += 1;
\`\`\`

![](https://lh7-rt.googleusercontent.com/docsz/example)`;
