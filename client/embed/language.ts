import { knownLanguage, type Language } from '../../shared/languages.ts';

/**
 * The interface language of an element: its attribute `language`, else the nearest `lang` around it, the first of them
 * that has texts.
 */
export function languageNear(element: Element): Language | undefined {
  return languageIn(element, 'language') ?? languageAround(element);
}

function languageAround(element: Element): Language | undefined {
  const { parentElement, parentNode } = element;
  const around = parentElement ?? (parentNode instanceof ShadowRoot ? parentNode.host : null);
  return languageIn(element, 'lang') ?? (around ? languageAround(around) : undefined);
}

/** Many pages write `en_US`. */
function languageIn(element: Element, attribute: string): Language | undefined {
  return knownLanguage((element.getAttribute(attribute) ?? '').replaceAll('_', '-'));
}
