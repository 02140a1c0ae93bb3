import type { Page } from 'playwright-core';

/** The focused element. */
export interface Focused {
  /** Its accessible name. */
  name: string;
  /** The nearest landmark element, such as `nav`, or `body`. */
  within: string;
  /** Whether the focus is visible: the element is in the viewport and has an outline or a shadow. */
  visible: boolean;
}

/** Presses Tab a number of times and returns the focused elements; stops at the end of the page. */
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
