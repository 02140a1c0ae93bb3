import { useState } from 'react';

/** The selected posts, and functions to change the selection. */
export interface Selection {
  /** Ids of posts on the page. */
  chosen: string[];
  /** Toggles a post; with a range, selects all posts from the last toggled one to this. */
  toggle: (id: string, isRange: boolean) => void;
  /** Selects all posts of the page, or none if all are selected. */
  toggleAll: () => void;
  clear: () => void;
  /** Whether all posts that match are meant, also those on other pages; any other change of the selection ends it. */
  isEvery: boolean;
  /** With all posts of the page selected: means all that match. */
  toEvery: () => void;
}

/**
 * The selection on a page. Another page or filter clears it, so that only visible posts can be changed.
 *
 * @param view identifies the page and its filters
 * @param ids the ids of the visible posts in order
 */
export function useSelection(view: string, ids: readonly string[]): Selection {
  const [kept, keep] = useState<{ view: string; chosen: string[]; last?: string; isEvery?: boolean }>({
    view,
    chosen: [],
  });
  const chosen = kept.view === view ? kept.chosen.filter((id) => ids.includes(id)) : [];

  function toggle(id: string, isRange: boolean): void {
    const range = isRange ? rangeOf(ids, kept.last, id) : [id];
    const others = chosen.filter((one) => !range.includes(one));
    keep({ view, chosen: chosen.includes(id) ? others : [...others, ...range], last: id });
  }

  return {
    chosen,
    toggle,
    toggleAll: () => keep({ view, chosen: chosen.length === ids.length ? [] : [...ids] }),
    clear: () => keep({ view, chosen: [] }),
    isEvery: kept.view === view && kept.isEvery === true && chosen.length === ids.length,
    toEvery: () => keep({ view, chosen: [...ids], isEvery: true }),
  };
}

function rangeOf(ids: readonly string[], from: string | undefined, to: string): string[] {
  const ends = [ids.indexOf(from ?? to), ids.indexOf(to)];
  return ends.includes(-1) ? [to] : ids.slice(Math.min(...ends), Math.max(...ends) + 1);
}
