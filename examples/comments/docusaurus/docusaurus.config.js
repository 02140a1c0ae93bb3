/** The service that keeps the comments. Its setting "Comments on other sites" names this site. */
const OCTAVO = 'https://comments.example';

export default {
  title: 'By the sea',
  url: 'https://www.example',
  baseUrl: '/',
  trailingSlash: true,
  customFields: { octavo: OCTAVO },
  headTags: [{ tagName: 'script', attributes: { type: 'module', src: `${OCTAVO}/embed.js` } }],
  presets: [
    [
      'classic',
      {
        docs: { routeBasePath: '/' },
        blog: false,
        theme: { customCss: './src/style.css' },
      },
    ],
  ],
  themeConfig: { navbar: { title: 'By the sea' }, colorMode: { respectPrefersColorScheme: true } },
};
