/** The input of the query for failed jobs, the same wherever they are shown. */
export const failedJobs = { state: 'failed', pageSize: 20 } as const;
