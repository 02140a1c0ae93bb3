// What these libraries export and the inlining of styles uses; neither has types of its own for it.

declare module 'css-tree/walker' {
  export default function walk(
    tree: object,
    options: { visit: 'Declaration'; enter(declaration: { important: boolean | string }): void },
  ): void;
}

declare module 'css-tree/generator' {
  export default function generate(tree: object): string;
}

declare module 'juice/client' {
  import type juice from 'juice';

  export default function inline(html: string, options?: juice.Options): string;
}
