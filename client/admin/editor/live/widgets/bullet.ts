import { WidgetType } from '@codemirror/view';

/** The bullet of an item. */
export class Bullet extends WidgetType {
  readonly #depth: number;

  constructor(depth: number) {
    super();
    this.#depth = depth;
  }

  override eq(other: Bullet): boolean {
    return this.#depth === other.#depth;
  }

  toDOM(): HTMLElement {
    const bullet = document.createElement('span');
    bullet.className = 'live-bullet';
    bullet.textContent = '•◦▪'[Math.min(this.#depth, 3) - 1]!;
    return bullet;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
