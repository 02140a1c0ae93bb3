/** The site of a generator, and what its documentation says that the site shows. */
export interface Blog {
  generator: string;
  /** By path in the folder. */
  files: Record<string, string | Uint8Array>;
  posts: ShownPost[];
  /** The files that the report names as skipped or refused. */
  left: string[];
}

/** A post or page of the site. */
export interface ShownPost {
  /** Its id here. */
  id: string;
  /** Its file. */
  file: string;
  kind?: 'page';
  title: string;
  /** YYYY-MM-DD, as the site shows it. */
  date?: string;
  /** ISO 8601 in UTC. */
  created_at?: string;
  updated_at?: string;
  tags?: string[];
  category?: string;
  author?: string;
  status?: 'draft';
  /** Paths on the old site that lead to it. */
  addresses?: string[];
  /** The text here; uploads are `/media/<name of the file>`. */
  content: string;
  cover?: string;
}
