/** Says of one piece of a text after another whether it is short enough for what takes long. */
export type Budget = (piece: string) => boolean;

/** For blocks of code: longer ones, and what comes after so much of a text, stay plain. */
export function codeBudget(): Budget {
  return budget(20_000, 200_000);
}

/** For formulas in TeX: longer ones, and what comes after so much of a text, are shown as they are written. */
export function formulaBudget(): Budget {
  return budget(5_000, 50_000);
}

/** Both in characters. */
function budget(longestPiece: number, longestText: number): Budget {
  let left = longestText;
  return (piece) => {
    if (piece.length > Math.min(longestPiece, left)) return false;
    left -= piece.length;
    return true;
  };
}
