import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type Props = AnchorProps & Omit<ComponentProps<'a'>, keyof AnchorProps>;

/** A link to a screen: `<LinkTo to="/posts/$id" params={{ id }}>`. */
export const LinkTo = createLink((props: Props) => <Anchor {...props} />);
