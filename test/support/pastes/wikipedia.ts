// Written after the HTML that MediaWiki documents (mediawiki.org, "Specs/HTML" and "Heading HTML changes"), as a browser
// copies it: with absolute URLs; not a recording.

const site = 'https://en.wikipedia.org/wiki';

export const html = `<meta charset='utf-8'><p style="margin: 0.5em 0px; color: rgb(32, 33, 34);">A <b>harbour</b> is a <a href="${site}/Shelter" title="Shelter">sheltered</a> body of water.<sup id="cite_ref-1" class="reference" style="line-height: 1;"><a href="${site}/Harbor#cite_note-1"><span class="cite-bracket">[</span>1<span class="cite-bracket">]</span></a></sup><style data-mw-deduplicate="TemplateStyles:r1">.mw-parser-output .x{color:red}</style></p>
<figure class="mw-default-size" typeof="mw:File/Thumb"><a href="${site}/File:Harbour.jpg" class="mw-file-description"><img src="//upload.wikimedia.org/wikipedia/commons/thumb/h/harbour.jpg" decoding="async" width="250" height="167" class="mw-file-element" srcset="//upload.wikimedia.org/2x.jpg 2x"></a><figcaption>The <a href="${site}/Port">port</a> of Ada</figcaption></figure>
<div class="mw-heading mw-heading2"><h2 id="Natural_harbours">Natural harbours</h2><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="https://en.wikipedia.org/w/index.php?title=Harbor&amp;action=edit&amp;section=1" title="Edit section"><span>edit</span></a><span class="mw-editsection-bracket">]</span></span></div>
<table class="wikitable"><caption>Largest</caption><tbody><tr><th>Name</th><th>Area</th></tr><tr><td><a href="${site}/Sydney">Sydney</a></td><td>55&nbsp;km<sup>2</sup></td></tr></tbody></table>
<ul><li><i>Inlets</i></li><li>Bays<ul><li>wide</li></ul></li></ul>`;

export const markdown = `A **harbour** is a [sheltered](${site}/Shelter "Shelter") body of water.

![](https://upload.wikimedia.org/wikipedia/commons/thumb/h/harbour.jpg "The port of Ada")

## Natural harbours

Largest

| Name                                           | Area              |
| ---------------------------------------------- | ----------------- |
| [Sydney](${site}/Sydney) | 55\u00a0km<sup>2</sup> |

- *Inlets*
- Bays
  - wide`;
