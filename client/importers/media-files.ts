/** Whether the service accepts a file as media, by its name. */
export function isMediaFile(path: string): boolean {
  return isPicture(path) || /\.(?:pdf|mp3|m4a|ogg|oga|mp4|webm)$/i.test(path);
}

/** Whether a file is a picture, by its name. */
export function isPicture(path: string): boolean {
  return /\.(?:jpe?g|png|gif|webp|avif|svg)$/i.test(path);
}
