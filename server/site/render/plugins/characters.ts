import { walk, type Parent, type Root } from '../../../html/hast.ts';

const forbidden = /(?![\t\n\f\r])[\p{Cc}\p{Noncharacter_Code_Point}]/gu;

/** Removes characters that HTML forbids: control characters and noncharacters. */
export function dropForbiddenCharacters(tree: Root): void {
  dropInText(tree);
  walk(tree, (element) => {
    dropInText(element);
    for (const [name, value] of Object.entries(element.properties)) {
      if (typeof value === 'string') element.properties[name] = value.replace(forbidden, '');
    }
  });
}

function dropInText(parent: Parent): void {
  for (const child of parent.children) if (child.type === 'text') child.value = child.value.replace(forbidden, '');
}
