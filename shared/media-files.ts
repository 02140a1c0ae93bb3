/** Whether a browser plays the file of a URL as audio or video, by its name; null for other files. */
export function playedAs(url: string): 'audio' | 'video' | null {
  const [, extension = ''] = /\.([a-z\d]{2,4})(?:[?#]|$)/i.exec(url) ?? [];
  if (/^(?:mp3|m4a|aac|ogg|oga|opus|flac|wav)$/i.test(extension)) return 'audio';
  return /^(?:mp4|m4v|webm|mov|ogv)$/i.test(extension) ? 'video' : null;
}

/** Whether a URL is that of an upload, as texts have it. */
export function isUpload(url: string): boolean {
  return /^\/media\/\d{4}\/\d\d\/[^/?#]+$/.test(url.split(/[?#]/, 1)[0]!);
}
