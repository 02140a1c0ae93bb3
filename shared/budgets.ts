/** Whether a piece of a text may still be processed: it is short enough, and the text has not used up its budget. */
export type Budget = (piece: string) => boolean;

/** For highlighting code blocks; code beyond the budget stays plain. */
export function codeBudget(): Budget {
  return budget(20_000, 200_000);
}

/** For formulas in TeX; formulas beyond the budget are shown as TeX. */
export function formulaBudget(): Budget {
  return budget(5_000, 50_000);
}

/**
 * @param maxPiece characters of one piece
 * @param maxTotal characters of all pieces of a text
 */
function budget(maxPiece: number, maxTotal: number): Budget {
  let left = maxTotal;
  return (piece) => {
    if (piece.length > Math.min(maxPiece, left)) return false;
    left -= piece.length;
    return true;
  };
}
