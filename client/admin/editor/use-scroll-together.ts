import { useEffect } from 'react';

import type { EditorDocument } from './document.ts';
import { matchingBlocks } from './matching-blocks.ts';
import { scrollTogether } from './scroll-together.ts';

/**
 * Lets text and preview scroll together while both are on the screen.
 *
 * @param page the document of the preview; null before it is there
 * @param html the text in it
 */
export function useScrollTogether(document: EditorDocument, page: Document | null, html: string): void {
  useEffect(() => {
    const paper = document.view?.dom.closest('.editor-paper');
    const scroller = page?.scrollingElement;
    if (!paper || !page || !scroller) return undefined;
    const matches = () => {
      const { view } = document;
      const prose = page.querySelector('.prose');
      if (!view || !prose) return [];
      const above = paper.getBoundingClientRect().top - paper.scrollTop;
      return matchingBlocks(view, prose).map((one) => ({
        text: one.text - above,
        page: one.page + scroller.scrollTop,
      }));
    };
    const both = scrollTogether({ scroller: paper, events: paper }, { scroller, events: page }, matches);
    both.follow();
    return both.end;
  }, [document, page, html]);
}
