/** Resolves to whether the session may end. */
type Question = () => Promise<boolean>;

const questions = new Set<Question>();
const lastTasks = new Set<() => Promise<void>>();

/**
 * Registers a question to ask before sign-out, which closes every screen.
 *
 * @returns unregisters it
 */
export function askBeforeSignOut(question: Question): () => void {
  questions.add(question);
  return () => void questions.delete(question);
}

/** Registers a task to run before sign-out, once nothing cancels it any more. */
export function runBeforeSignOut(task: () => Promise<void>): void {
  lastTasks.add(task);
}

/** Asks all questions in turn; the first "no" cancels the sign-out. */
export async function maySignOut(): Promise<boolean> {
  for (const question of questions) if (!(await question())) return false;
  await Promise.all([...lastTasks].map((task) => task()));
  return true;
}
