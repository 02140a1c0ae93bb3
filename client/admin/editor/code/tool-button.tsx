import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

interface ToolButtonProps extends ActionIconProps, Omit<ComponentProps<'button'>, keyof ActionIconProps> {
  name: string;
  keys?: string | undefined;
  Icon: LucideIcon;
}

/** A button of the toolbar, with its name and keys as a tooltip. It leaves the focus in the text. */
export function ToolButton({ name, keys, Icon, ...button }: ToolButtonProps) {
  return (
    <Tooltip
      label={keys ? `${name} · ${keys}` : name}
      events={{ hover: true, focus: true, touch: false }}
      withinPortal={false}
      floatingStrategy="fixed"
    >
      <ActionIcon
        {...button}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={name}
        {...(keys && { 'aria-keyshortcuts': keys.replaceAll(' ', '+').replace('Ctrl', 'Control') })}
        onMouseDown={(event) => event.preventDefault()}
      >
        <Icon size={17} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
