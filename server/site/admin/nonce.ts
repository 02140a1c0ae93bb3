/** The placeholder for the nonce in the built page. */
export const NONCE = '{{nonce}}';
