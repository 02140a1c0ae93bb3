/** The name of a property as the name of its column: `publishAt` is stored as `publish_at`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
