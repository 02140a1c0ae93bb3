/** What stands in the built page where every answer gets its own nonce. */
export const NONCE = '{{nonce}}';
