interface Published {
  /** The day that it shows. */
  date: string | undefined;
  /** When it was or will be published. */
  created: string | undefined;
  isScheduled: boolean;
}

/**
 * From when a public post of an export is visible here: a time that is to come; null, which is at once, for a day that
 * may not have begun in the time zone of this blog, for which it would be scheduled; undefined for an earlier day.
 */
export function choosePublishAt({ date, created, isScheduled }: Published): string | null | undefined {
  if (isScheduled || (created !== undefined && Date.parse(created) > Date.now())) return created;
  const begunEverywhere = Date.parse(`${date ?? '1970-01-01'}T12:00:00Z`);
  return begunEverywhere > Date.now() ? null : undefined;
}
