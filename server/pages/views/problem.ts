import type { View } from '../engine.ts';

/** The page of an error. */
export function problemView(status: number, sentence: string): View {
  const heading = status === 404 ? 'problem.notFound' : status < 500 ? 'problem.refused' : 'problem.broken';
  return { template: 'problem', values: { title_key: heading, hidden: true, heading, sentence } };
}
