import type { LucideIcon } from 'lucide-react';
import type { MouseEvent } from 'react';

interface RowButtonProps {
  Icon: LucideIcon;
  /** The variant: outlined in the primary colour, outlined, or without a border. */
  look: 'primary' | 'outlined' | 'subtle';
  /** The accessible name of a button without text. */
  name?: string;
  /** Whether the icon is filled. */
  isOn?: boolean;
  expanded?: boolean;
  /** The alternative label. Space is reserved for it, so that the buttons after it do not move. */
  other?: string;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  children?: string;
}

/**
 * A button of a row, in plain HTML like the whole row: scrolling mounts dozens of rows per frame, which takes 100 ms
 * with components of Mantine.
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
