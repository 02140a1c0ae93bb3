/** The style of the reference page: light and dark, narrow and wide, screen and paper. */
export const style = `
:root { color-scheme: light dark; --ink: #1d2430; --soft: #566070; --line: #dfe3ea; --paper: #fff; --shade: #f5f7fa; --link: #1a56b8;
  --read: #0b6b4f; --make: #1a56b8; --change: #8a5200; --drop: #b3261e; --text: #0b6b4f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8ef; --soft: #a3adbd; --line: #333b48; --paper: #14181f; --shade: #1c222c; --link: #8ab4ff;
    --read: #5fd1a8; --make: #8ab4ff; --change: #f0b45c; --drop: #ff9b91; --text: #7fd8b5; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word;
  display: grid; grid-template-columns: 19rem minmax(0, 1fr); grid-template-rows: auto 1fr; }
header { grid-column: 2; padding: 2.5rem 3rem 0; max-width: 82rem; }
main { grid-column: 2; padding: 0 3rem 4rem; max-width: 82rem; min-width: 0; }
nav { grid-column: 1; grid-row: 1 / 3; position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem 2rem 1.5rem;
  border-right: 1px solid var(--line); background: var(--shade); font-size: .875rem; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { margin: 0; font-size: 2.25rem; letter-spacing: -.02em; }
h1 small { font-size: 1rem; font-weight: 500; color: var(--soft); letter-spacing: 0; }
h2 { margin: 3.5rem 0 .5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); font-size: 1.6rem; letter-spacing: -.01em; }
h2::first-letter, nav > ul > li > a::first-letter { text-transform: uppercase; }
h3 { margin: 2rem 0 .5rem; font-size: 1.2rem; }
h4 { margin: 1.5rem 0 .5rem; font-size: .8125rem; color: var(--soft); text-transform: uppercase; letter-spacing: .05em; }
p { margin: .5rem 0; }
main > section > p, #introduction p { max-width: 46rem; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--paper); z-index: 1; }
code, pre, .method { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { font-size: .875em; overflow-wrap: anywhere; }
p > code { padding: .1em .3em; border-radius: 4px; background: var(--shade); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav > ul > li { margin-bottom: .9rem; }
nav > ul > li > a { font-weight: 650; color: var(--ink); }
nav a { display: block; padding: .2rem 0; text-decoration: none; }
nav li li a { color: var(--soft); }
nav a:hover { color: var(--link); text-decoration: underline; }
nav li li a:has(.method) { display: grid; grid-template-columns: 3.4rem 1fr; align-items: baseline; line-height: 1.35; }
.method { font-size: .75rem; font-weight: 700; }
.get { color: var(--read); } .post { color: var(--make); } .put { color: var(--change); } .delete { color: var(--drop); }
article { margin-top: 1.75rem; padding: 1.5rem 1.75rem 1.75rem; border: 1px solid var(--line); border-radius: 12px; }
article > h3 { margin: 0 0 .5rem; }
:target { scroll-margin-top: 1rem; } article:target, tr:target { outline: 2px solid var(--link); }
.address { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .75rem; }
.address code { background: none; padding: 0; font-size: 1rem; font-weight: 600; }
.address .method { font-size: .875rem; }
.access { margin-left: auto; padding: .05rem .6rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .8125rem; color: var(--soft); }
.access:not(.public) { color: var(--change); border-color: currentColor; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 27rem); gap: 0 2.5rem; }
#introduction h2 { margin-top: 1.5rem; padding-top: 0; border-top: 0; }
.examples { min-width: 0; position: sticky; top: 1rem; align-self: start; }
pre { margin: 0; padding: .9rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--shade); font-size: .8125rem; line-height: 1.5;
  white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
pre code { font-size: inherit; }
.json b { font-weight: 400; color: var(--make); } .json i { font-style: normal; color: var(--text); }
.trpc, .limits, small { font-size: .875rem; color: var(--soft); }
.fields { margin: 0; }
.fields dt { padding-top: .6rem; border-top: 1px solid var(--line); }
.fields dt > code { font-weight: 650; }
.fields dd { margin: 0; padding-bottom: .6rem; font-size: .9375rem; }
.fields dd p { margin: .1rem 0; }
.fields .fields { margin: .5rem 0 0; padding-left: 1rem; border-left: 2px solid var(--line); }
.fields .fields > dt:first-child { border-top: 0; padding-top: 0; }
.type { font-size: .875rem; color: var(--soft); }
em { font-style: normal; font-size: .8125rem; font-weight: 600; color: var(--drop); }
em.soft { font-weight: 400; color: var(--soft); }
.statuses { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .35rem .9rem; margin: 0; font-size: .9375rem; }
.statuses dd { margin: 0; }
.statuses small { display: block; }
.statuses a { display: inline-block; min-height: 1.5rem; margin-right: .5rem; }
.status { font-variant-numeric: tabular-nums; font-weight: 650; }
.s2 { color: var(--read); } .s3 { color: var(--soft); } .s4 { color: var(--change); } .s5 { color: var(--drop); }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .5rem 1rem .5rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: baseline; }
thead th { border-top: 0; font-size: .8125rem; color: var(--soft); }
tbody th { font-weight: 400; }
@media (min-width: 85rem) { .columns > div > :first-child { margin-top: .5rem; } }
@media (max-width: 85rem) { .columns { grid-template-columns: minmax(0, 1fr); } .examples { position: static; } }
@media (max-width: 60rem) {
  body { display: block; }
  header { padding: 1.5rem 1rem 1rem; }
  main { padding: 0 1rem 3rem; }
  nav { position: static; height: auto; padding: .75rem 1rem; border: solid var(--line); border-width: 1px 0; }
  nav > ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
  nav > ul > li { margin: 0; }
  nav > ul > li > a { padding: .35rem 0; }
  nav ul ul { display: none; }
  article { margin-inline: -1rem; padding: 1.25rem 1rem; border-width: 1px 0; border-radius: 0; }
}
@media (max-width: 30rem) {
  table, tbody, tr, th, td { display: block; }
  thead { display: none; }
  tr { padding: .5rem 0; border-top: 1px solid var(--line); }
  tbody th, td { padding: 0; border: 0; }
}
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --shade: #fff; --link: #000;
    --read: #000; --make: #000; --change: #000; --drop: #000; --text: #000; }
  html { font-size: 10pt; }
  body { display: block; }
  nav, .skip { display: none; }
  header, main { padding: 0; max-width: none; }
  article { margin-inline: 0; padding: 1rem 0 0; border-width: 1px 0 0; border-radius: 0; }
  .columns { display: block; }
  h2, h3, h4, .address, dt { break-after: avoid; }
  pre, tr, dt, dd { break-inside: avoid; }
}
`;
