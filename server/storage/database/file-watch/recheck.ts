import { inBackground } from '../../../../routers/base/defects.ts';
import { beginQuickCheck, type QuickCheck } from '../quick-check.ts';
import { isDamage } from '../sqlite-errors.ts';

/**
 * Checks the structure of a file that another program has touched, in the background: the pages that the watch compares
 * are a few of a large file. One check runs at a time.
 */
export class Recheck {
  readonly #path: string;
  readonly #onDamage: (error: unknown) => void;
  #running: QuickCheck | null = null;
  /** Whether the file was touched again since the check began. */
  #isDue = false;
  #isStopped = false;

  /** @param onDamage takes the error of SQLite */
  constructor(path: string, onDamage: (error: unknown) => void) {
    this.#path = path;
    this.#onDamage = onDamage;
  }

  begin(): void {
    if (this.#isStopped) return;
    this.#isDue = true;
    if (!this.#running) inBackground(this.#run());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running?.stop();
  }

  async #run(): Promise<void> {
    while (this.#isDue && !this.#isStopped) {
      this.#isDue = false;
      this.#running = beginQuickCheck(this.#path);
      try {
        await this.#running.done;
      } catch (error) {
        // That the file cannot be read is noticed by those who need it.
        if (isDamage(error)) this.#onDamage(error);
      } finally {
        this.#running = null;
      }
    }
  }
}
