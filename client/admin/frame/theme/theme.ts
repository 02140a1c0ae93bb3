import { createTheme } from '@mantine/core';

/** Overrides of Mantine's theme. */
export const theme = createTheme({
  primaryColor: 'indigo',
  // Text in the primary colour needs a contrast of 4.5:1 against white and the dark grey (WCAG 2.2, 1.4.3).
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono", monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Wide content scrolls inside the alert.
    Alert: { styles: { body: { minWidth: 0 } } },
    // Its `header` element would be a second banner landmark of the page (WAI-ARIA).
    ModalHeader: { defaultProps: { role: 'presentation' } },
  },
});
