/** What the middlewares tell each other about a request. */
export interface RequestState {
  /** The client address. */
  address: string;
  /** Set by whoever answers: `GET /api/posts/{id}`, `trpc posts.list`. */
  route?: string;
}
