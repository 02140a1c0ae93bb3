/** Why a post is a draft that was scheduled in its source; the service decides whether its time has passed. */
export const SCHEDULED_REASON = 'It was scheduled, and was not public when it was exported.';
