import type { LucideIcon } from 'lucide-react';
import type { MouseEvent } from 'react';

interface RowButtonProps {
  Icon: LucideIcon;
  /** How much it calls for attention: framed in the app's colour, framed, or not at all. */
  look: 'wanted' | 'framed' | 'quiet';
  /** What it is called where no words stand beside the icon. */
  name?: string;
  /** Whether the icon is filled, for what is on. */
  isOn?: boolean;
  expanded?: boolean;
  /** What it says at other times: it keeps the room for both, so that what stands after it never moves. */
  other?: string;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  children?: string;
}

/**
 * A button of a row. Plain HTML, as all of a row is: rows come and go by dozens in a frame while the queue is scrolled.
 * Made of Mantine's parts, drawing them held the window up for some 100 ms.
 */
export function RowButton({ Icon, look, name, isOn = false, expanded, other, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      className="row-button"
      data-look={look}
      aria-label={name}
      title={name}
      aria-expanded={expanded}
      onClick={onClick}
    >
      <Icon size={14} fill={isOn ? 'currentColor' : 'none'} aria-hidden />
      {other === undefined ? (
        children
      ) : (
        <span className="row-words" data-other={other}>
          {children}
        </span>
      )}
    </button>
  );
}
