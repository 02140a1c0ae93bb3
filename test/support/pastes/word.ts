// Written after the markup that Microsoft documents ("Microsoft Office HTML and XML Reference") and that CKEditor's
// "Paste from Office" and TinyMCE's tests describe; not a recording.

const mark = (text: string) =>
  `<![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>${text}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>`;
const item = (which: string, list: string, sign: string, text: string) =>
  `<p class=MsoListParagraphCxSp${which} style='text-indent:-18.0pt;mso-list:${list}'>${mark(sign)}${text}<o:p></o:p></p>`;

/** The name of the only picture stands for its bytes in the Rich Text Format. */
export const html = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 15"><title>Harbour</title>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal, li.MsoNormal {mso-style-unhide:no; margin:0cm; font-size:12.0pt;} @list l0:level1 {mso-level-number-format:bullet;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<h1>The harbour<o:p></o:p></h1>
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Bold</b> and <i style='mso-bidi-font-style:normal'>slanted</i>,<span
style='mso-spacerun:yes'>  </span>with <a href="https://harbour.example/">a
link</a> and <s>no</s> more<sup>1</sup>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${item('First', 'l0 level1 lfo1', '·', 'Nets')}
${item('Middle', 'l0 level2 lfo1', 'o', 'Large')}
${item('Last', 'l0 level1 lfo1', '·', 'Ropes')}
${item('First', 'l1 level1 lfo2', '3.', 'Cast off')}
${item('Last', 'l1 level1 lfo2', '4.', 'Row')}
<p class=MsoQuote>The sea is wide.<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;mso-yfti-tbllook:1184'>
<tr style='mso-yfti-irow:0'><td width=301 valign=top><p class=MsoNormal><b>Name</b><o:p></o:p></p></td><td width=301><p class=MsoNormal><b>Length</b><o:p></o:p></p></td></tr>
<tr style='mso-yfti-irow:1'><td width=301 valign=top><p class=MsoNormal>Ada<o:p></o:p></p></td><td width=301><p class=MsoNormal>7&nbsp;m<o:p></o:p></p></td></tr></table>
<p class=MsoNormal><span style='mso-no-proof:yes'><!--[if gte vml 1]><v:shape id="Picture_x0020_1" style='width:451pt'><v:imagedata src="file:///C:/Users/A/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png" o:title=""/></v:shape><![endif]--><![if !vml]><img width=602 height=401 src="file:///C:/Users/A/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png" alt="A boat" v:shapes="Picture_x0020_1"><![endif]></span><o:p></o:p></p>
<!--EndFragment--></body></html>`;

/** The Rich Text Format of the same, with the bytes of its picture in hexadecimal digits, and a metafile of it. */
export const rtfWith = (digits: string) =>
  String.raw`{\rtf1\ansi{\fonttbl{\f0 Times New Roman;}}\pard The harbour\par {\*\shppict{\pict{\*\picprop\shplid1025{\sp{\sn shapeType}{\sv 75}}}\picscalex100\picscaley100\picw40\pich30\pngblip\bliptag123{\*\blipuid 0123456789abcdef0123456789abcdef}` +
  `\n${digits.replace(/.{64}/g, '$&\n')}}}` +
  String.raw`{\nonshppict{\pict\picscalex100\wmetafile8\bliptag123 0100090000030000}}\par}`;

export const markdown = (picture: string) =>
  `# The harbour

**Bold** and *slanted*, with [a link](https://harbour.example/) and ~~no~~ more<sup>1</sup>.

- Nets
  - Large
- Ropes

3. Cast off
4. Row

> The sea is wide.

| **Name** | **Length** |
| -------- | ---------- |
| Ada      | 7\u00a0m        |
${picture === '' ? '' : `\n![A boat](${picture})`}`.trimEnd();
