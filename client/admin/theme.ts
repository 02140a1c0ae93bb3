import { createTheme } from '@mantine/core';

/** How the app looks where it differs from Mantine. */
export const theme = createTheme({
  primaryColor: 'indigo',
  // Text in the primary colour has to stand out from white and from the dark grey by 4.5 to 1 (WCAG 2.2, 1.4.3).
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono", monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Its element, `header`, would be a second banner of the page (WAI-ARIA, landmarks).
    ModalHeader: { defaultProps: { role: 'presentation' } },
  },
});
