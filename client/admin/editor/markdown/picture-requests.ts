import { Facet } from '@codemirror/state';

/** The requests of the tools of pictures to the screen around the text. */
export interface PictureRequests {
  /** Asks for another image. @param chosen gets its URL; null for none */
  replacePicture: (chosen: (url: string | null) => void) => void;
  /** Crops an image, or chooses its focal point. @param made gets the URL of the new image; null for none */
  editPicture: (url: string, made: (url: string | null) => void) => void;
}

/** The screen that handles the requests now; none outside of one. */
export const pictureRequests = Facet.define<() => PictureRequests | null, () => PictureRequests | null>({
  combine: ([first]) => first ?? (() => null),
});
