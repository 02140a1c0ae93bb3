/** The name of a file: that of `2024-02-04-name.md` and of the bundle `name/index.md` is `name`. */
export function postName(path: string): string {
  const segments = path.replace(/\.[^./]+$/, '').split('/');
  const last = segments.pop() ?? '';
  const name = /^index(?:\.|$)/.test(last) ? (segments.pop() ?? 'index') : last;
  return name.replace(/^\d{4}-\d{1,2}-\d{1,2}[-_ ]+(?=.)/, '');
}

/** The language of a translated bundle, such as `index.fr.md`; "" for others. */
export function bundleLanguage(path: string): string {
  return /(?:^|\/)index\.([a-z]{2,3}(?:-[a-z]{2,4})?)\.[^./]+$/i.exec(path)?.[1] ?? '';
}

/** The name of a file without its extension, and without a language behind `index`. */
export function plainFileName(path: string): string {
  if (bundleLanguage(path) !== '') return 'index';
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^./]+$/, '');
}

/** The folders below the content of the site; those of Jekyll's and Hexo's posts are no part of addresses. */
export function contentSections(path: string): string[] {
  const folders = path.split('/').slice(0, -1);
  const isBundle = /(?:^|\/)index\.[^/]*$/.test(path);
  const [lead = ''] = /^(?:.*?\/)??content\/|^src\/(?:pages\/)?/.exec(path) ?? [];
  const ofContent = folders.slice(lead.split('/').length - 1);
  return (isBundle ? ofContent.slice(0, -1) : ofContent).filter((name) => !/^(?:_.*|source)$/.test(name));
}

/** The folders of a file below the content, without those of Jekyll's and Hexo's posts. */
export function contentFolders(path: string): string[] {
  const folders = path.split('/').slice(0, -1);
  const isBundle = /(?:^|\/)index\.[^/]*$/.test(path);
  return (isBundle ? folders.slice(0, -1) : folders).filter((name) => !/^_(?:posts|drafts)$/.test(name));
}
