import type { BlogClient, BlogInputs, Page, Post } from '../../index.ts';

type Fields = BlogInputs['posts']['create'] & BlogInputs['pages']['create'];

/** A change of a post or page. */
export type Change = BlogInputs['posts']['update'] & BlogInputs['pages']['update'];

/** The calls for posts or pages. */
export interface Store {
  /** @returns the response, and the post or page in it */
  get(id: string): Promise<{ found: object; entry: Post | Page }>;
  create(fields: Fields): Promise<{ id: string }>;
  update(change: Change): Promise<{ id: string; version: number }>;
  trash(one: { id: string }): Promise<{ id: string; expiresAt: string }>;
  delete(one: { id: string }): Promise<{ id: string }>;
}

export function postStore({ posts }: BlogClient): Store {
  return {
    async get(id) {
      const found = await posts.get({ id });
      return { found, entry: found.post };
    },
    create: (fields) => posts.create(fields),
    update: (change) => posts.update(change),
    trash: (one) => posts.trash(one),
    delete: (one) => posts.delete(one),
  };
}

export function pageStore({ pages }: BlogClient): Store {
  return {
    async get(id) {
      const found = await pages.get({ id });
      return { found, entry: found.page };
    },
    create: (fields) => pages.create(fields),
    update: (change) => pages.update(change),
    trash: (one) => pages.trash(one),
    delete: (one) => pages.delete(one),
  };
}
