/** One answer, to be given to every request. Travels as a message between processes. */
export interface Constant {
  status: number;
  /** Names and values in turn. */
  headers: string[];
  /** In base64. */
  body: string;
}
