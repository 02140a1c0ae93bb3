import { walk, type Root } from '../../../html/hast.ts';

/** Writes the schemes of URLs in lower case, in which the sanitiser compares them. */
export function lowerSchemes(tree: Root): void {
  walk(tree, ({ properties }) => {
    for (const name of ['href', 'src', 'poster']) {
      const value = properties[name];
      if (typeof value !== 'string') continue;
      properties[name] = value.trim().replace(/^[a-z][a-z\d+.-]*:/i, (scheme) => scheme.toLowerCase());
    }
  });
}
