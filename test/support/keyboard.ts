import type { Page } from 'playwright-core';

/** What has the keyboard. */
export interface Focused {
  /** Its name as people read it. */
  name: string;
  /** The part of the page that it is in: the nearest landmark element, such as `nav`, or `body`. */
  within: string;
  /** Whether the eye sees that it has the keyboard: it is in the window and has an outline or a shadow. */
  visible: boolean;
}

/** Presses Tab so many times, and tells what it came to; stops where the page is through. */
export async function tabThrough(page: Page, times: number): Promise<Focused[]> {
  const stops: Focused[] = [];
  for (let turn = 0; turn < times; turn++) {
    await page.keyboard.press('Tab');
    const focused = await describeFocus(page);
    if (focused === null) break;
    stops.push(focused);
  }
  return stops;
}

function describeFocus(page: Page): Promise<Focused | null> {
  return page.evaluate(async () => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const inWindow = () => {
      const { width, height, top, bottom, right } = element.getBoundingClientRect();
      return width > 1 && height > 1 && bottom > 0 && right > 0 && top < innerHeight;
    };
    // A browser may scroll to it over several frames.
    for (let frame = 0; frame < 60 && !inWindow(); frame++) await new Promise(requestAnimationFrame);
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const marked = (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
    const label = (element as HTMLInputElement).labels?.[0];
    return {
      name: (element.ariaLabel ?? label?.innerText ?? element.innerText).trim(),
      within: element.closest('nav, main, header, footer, form, search')?.localName ?? 'body',
      visible: marked && inWindow(),
    };
  });
}
