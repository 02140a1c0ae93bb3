// Written after the HTML export of LibreOffice Writer, which is also what it copies (its help, "HTML compatibility"); not
// a recording.

export const html = `<!DOCTYPE html>
<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 24.8.1.2 (Linux)"/>
<style type="text/css">@page { size: 21cm 29.7cm; margin: 2cm } p { line-height: 115%; margin-bottom: 0.25cm; background: transparent }</style></head>
<body lang="en-GB" link="#000080" vlink="#800000" dir="ltr"><p class="title" align="center">Report</p>
<h2 class="western">The harbour</h2>
<p style="line-height: 100%; margin-bottom: 0cm"><b>Bold</b>,
<i>slanted</i>, <font color="#c00000"><font face="Liberation Serif, serif"><font size="3" style="font-size: 12pt"><b>red</b></font></font></font> and <a href="https://harbour.example/">a link</a>.</p>
<p style="line-height: 100%; margin-bottom: 0cm"><br/>

</p>
<ul>
	<li><p style="line-height: 100%; margin-bottom: 0cm">Nets</p>
	<ul>
		<li><p style="line-height: 100%; margin-bottom: 0cm">Large</p></li>
	</ul></li>
	<li><p style="line-height: 100%; margin-bottom: 0cm">Ropes</p></li>
</ul>
<table width="100%" cellpadding="4" cellspacing="0"><col width="128*"/><col width="128*"/><tr valign="top"><th width="50%" style="border: none"><p>Name</p></th><th width="50%"><p>Length</p></th></tr><tr valign="top"><td><p>Ada</p></td><td><p>7 m</p></td></tr></table>
<pre class="western">let a = 1;
a += 1;</pre><p>Use <code class="western">make</code>.</p>
</body></html>`;

export const markdown = `# Report

## The harbour

**Bold**, *slanted*, **red** and [a link](https://harbour.example/).

- Nets
  - Large
- Ropes

| Name | Length |
| ---- | ------ |
| Ada  | 7 m    |

\`\`\`
let a = 1;
a += 1;
\`\`\`

Use \`make\`.`;
