import { common, createLowlight } from 'lowlight';

const lowlight = createLowlight(common);

/** Highlights code with `hljs-*` classes, in the languages that the server knows. */
export function highlightCode(code: string, language: string): DocumentFragment {
  return nodesOf(lowlight.highlight(language, code).children);
}

type Children = ReturnType<typeof lowlight.highlight>['children'];

function nodesOf(children: Children): DocumentFragment {
  const nodes = document.createDocumentFragment();
  for (const child of children) {
    if (child.type === 'text') nodes.append(child.value);
    if (child.type !== 'element') continue;
    const span = document.createElement('span');
    span.className = [child.properties['className']].flat().join(' ');
    span.append(nodesOf(child.children));
    nodes.append(span);
  }
  return nodes;
}
