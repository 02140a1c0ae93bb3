import type { BodyBudget } from './body-budget.ts';

/** What the middlewares tell each other about a request. */
export interface RequestState {
  /** The client address. */
  address: string;
  /** What unfinished bodies may take. */
  bodies: BodyBudget;
  /** Set by whoever answers: `GET /api/posts/{id}`, `trpc posts.list`. */
  route?: string;
}
