/** The HTML elements that match a selector. */
export function all<T extends HTMLElement = HTMLElement>(selector: string, within: ParentNode = document): T[] {
  return [...within.querySelectorAll<T>(selector)];
}

/**
 * Creates an element. Strings become text, never HTML.
 *
 * @param attributes by name; null leaves one out
 */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | null>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * Calls back on clicks inside elements that match a selector, including elements added later.
 *
 * @param within the element that listens
 */
export function onClick(
  selector: string,
  act: (element: HTMLElement, event: MouseEvent) => void,
  within: Document | HTMLElement = document,
): void {
  within.addEventListener('click', (event) => {
    if (!(event instanceof MouseEvent)) return;
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
    if (element) act(element, event);
  });
}
