import { ownCopy } from '../own-copy.ts';
import type { Picture } from './shortcodes.ts';
import { readMeta, childText, type XmlElement } from './xml-items.ts';

const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i;

interface Attachment extends Picture {
  id: string;
  order: number;
}

/** The files of an export, by their numbers and by the posts to which they were uploaded. */
export class Attachments {
  readonly #byId = new Map<string, Attachment>();
  readonly #byPost = new Map<string, Attachment[]>();

  /** Adds an item of the type `attachment`, and returns its URL. */
  add(item: XmlElement): string {
    const file: Attachment = {
      id: childText(item, 'wp:post_id'),
      url: ownCopy(childText(item, 'wp:attachment_url')),
      alt: ownCopy(readMeta(item, '_wp_attachment_image_alt')),
      caption: ownCopy(childText(item, 'excerpt:encoded')),
      order: Number(childText(item, 'wp:menu_order')) || 0,
    };
    if (file.url === '') return '';
    this.#byId.set(file.id, file);
    const parent = childText(item, 'wp:post_parent');
    if (parent !== '' && parent !== '0') this.#byPost.set(parent, [...(this.#byPost.get(parent) ?? []), file]);
    return file.url;
  }

  /** A file by its number. */
  get(id: string): Picture | undefined {
    return this.#byId.get(id);
  }

  /** The pictures that were uploaded to a post, in the order of its gallery. */
  uploadedTo(post: string): Attachment[] {
    const files = this.#byPost.get(post) ?? [];
    return files
      .filter(({ url }) => PICTURE.test(url))
      .toSorted((one, other) => one.order - other.order || Number(one.id) - Number(other.id));
  }
}
