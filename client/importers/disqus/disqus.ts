import type { Importer } from '../importer.ts';
import { readContent, itemsOfThreads, readTime, type SourceComment } from '../threads.ts';
import { readElements, childText, type XmlElement } from '../wordpress/xml-items.ts';

/** The export of Disqus: Moderation, Export. */
export const disqus: Importer = {
  name: 'disqus',
  system: 'Disqus',
  commentsOnly: true,
  hasEmails: true,
  recognizes: (start) => /<disqus\b(?:(?!<disqus\b)[^>])*xmlns="https?:\/\/disqus\.com/.test(start),
  async *read(source) {
    const threads = new Map<string, XmlElement>();
    const posts: XmlElement[] = [];
    for await (const element of readElements(source, new Set(['thread', 'post']))) {
      if (element.name === 'post') posts.push(element);
      // An empty one may repeat a thread.
      else if (childText(element, 'link') !== '') threads.set(elementId(element), element);
    }
    if (threads.size === 0) throw new Error(`${source.name} has no threads of Disqus.`);
    yield* itemsOfThreads(
      'disqus',
      posts.map((post) => toComment(post, threads.get(idIn(post, 'thread')))),
    );
  },
};

function toComment(post: XmlElement, thread: XmlElement | undefined): SourceComment {
  const author = post.children.find(({ name }) => name === 'author');
  return {
    id: elementId(post),
    parent: idIn(post, 'parent'),
    url: thread ? childText(thread, 'link') : '',
    title: (thread && childText(thread, 'title')) || undefined,
    author: author ? childText(author, 'name') || childText(author, 'username') : '',
    email: author ? childText(author, 'email') : '',
    ...readContent(childText(post, 'message')),
    createdAt: readTime(childText(post, 'createdAt')),
    status: childText(post, 'isApproved') === 'false' ? 'pending' : 'approved',
    skipBecause: whyNot(post, thread),
  };
}

function whyNot(post: XmlElement, thread: XmlElement | undefined): string | undefined {
  if (childText(post, 'isSpam') === 'true') return 'It is spam.';
  if (childText(post, 'isDeleted') === 'true') return 'It is deleted.';
  return thread && childText(thread, 'isDeleted') === 'true' ? 'Its thread is deleted.' : undefined;
}

function idIn(element: XmlElement, name: string): string {
  const child = element.children.find((one) => one.name === name);
  return child ? elementId(child) : '';
}

function elementId({ attributes }: XmlElement): string {
  return attributes['dsq:id'] ?? '';
}
