/** The service that keeps the comments. Its setting "Comments on other sites" names this site. */
export const OCTAVO = 'https://comments.example';
/** The origin of this site. */
export const SITE = 'https://www.example';
