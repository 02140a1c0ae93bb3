import type { TestService } from './service.ts';

/** The milliseconds from a publication to its mailing. */
export const BEFORE_MAILING = 10_000;

/** Advances the clock, and lets the job runner read it. */
export async function passTime({ clock, changes }: TestService, milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  await changes.hear(['jobs']);
}
