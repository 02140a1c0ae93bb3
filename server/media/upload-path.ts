/** The paths of uploads. They have no procedures, because a file is neither JSON nor held in memory. */
export const UPLOAD_PATH = '/api/media/upload';
export const REPLACE_PATH = '/api/media/{id}/replace';
