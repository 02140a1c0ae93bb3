// Types of service workers, which the DOM library lacks.

/** An event that ends when its work does. */
export interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** A request of a page. */
export interface Fetching extends Lasting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** The global object of a service worker. */
export interface WorkerScope {
  location: Location;
  clients: { claim(): Promise<void>; matchAll(of: { type: 'window' }): Promise<{ url: string }[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}
