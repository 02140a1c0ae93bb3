import { Marked } from 'marked';

import { addressSyntax } from './address-syntax.ts';
import { alertSyntax, showAlerts } from './alerts.ts';
import { makeCards } from './cards.ts';
import { cjkEmphasis } from './cjk-emphasis.ts';
import { highlight } from './code.ts';
import { makeContents } from './contents.ts';
import { showDirections } from './directions.ts';
import { footnoteSyntax } from './footnote-syntax.ts';
import { tidyFootnotes } from './footnotes.ts';
import { formulaSyntax } from './formula-syntax.ts';
import { showFormulas } from './formulas.ts';
import { tidyHeadings } from './headings.ts';
import { highlightSyntax } from './highlight-syntax.ts';
import { findPlaces, tidyIds } from './ids.ts';
import { showPlayers } from './players.ts';
import { readableText } from './readable-text.ts';
import { sanitise } from './sanitised.ts';
import { justifyGalleries } from './galleries.ts';
import { makeScrollable, tidyRendered } from './tidy.ts';
import type { Direction } from '../../../shared/text-direction.ts';
import { countWords, readingMinutes } from '../../../shared/words.ts';
import type { Translate } from '../../../shared/translate.ts';

/** The result of rendering Markdown. */
export interface Rendered {
  text: DocumentFragment;
  /** The direction of the text. */
  direction: Direction | 'auto';
  /** The table of contents, if there are enough headings. */
  contents: HTMLElement | null;
  /** How long reading takes. */
  minutes: number;
}

/** Renders Markdown as the server does (server/site/render/pipeline.ts). */
export async function renderMarkdown(markdown: string, t: Translate): Promise<Rendered> {
  // A random prefix, so that authors cannot imitate generated footnotes.
  const mark = `${crypto.randomUUID()}-`;
  const text = sanitise(renderHtml(markdown, mark));
  // From here on, no untrusted content is added.
  showPlayers(text);
  const minutes = readingMinutes(countWords(readableText(text)));
  tidyFootnotes(text, mark, t);
  showAlerts(text, t);
  const entries = tidyHeadings(text, tidyIds(text));
  findPlaces(text);
  tidyRendered(text, t('image.enlarge'));
  justifyGalleries(text);
  makeCards(text);
  await showFormulas(text);
  await highlight(text);
  makeScrollable(text);
  return { text, direction: showDirections(text), contents: makeContents(entries, t), minutes };
}

function renderHtml(markdown: string, mark: string): string {
  const syntax = [
    footnoteSyntax(mark),
    formulaSyntax(),
    highlightSyntax(),
    alertSyntax(),
    addressSyntax(),
    cjkEmphasis(),
  ];
  return new Marked(...syntax).parse(markdown, { async: false, gfm: true });
}
