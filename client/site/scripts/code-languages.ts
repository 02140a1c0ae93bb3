/** The names of the languages that the server highlights (`common` of lowlight), except plain text. */
export const codeLanguages = new Set(
  [
    'arduino ino bash sh zsh c h cpp cc c++ h++ hpp hh hxx cxx csharp cs c# css diff patch go golang graphql gql ini toml',
    'java jsp javascript js jsx mjs cjs json jsonc json5 kotlin kt kts less lua pluto makefile mk mak make',
    'markdown md mkdown mkd objectivec mm objc obj-c obj-c++ objective-c++ perl pl pm php php-template',
    'python py gyp ipython python-repl pycon r ruby rb gemspec podspec thor irb rust rs scss shell console shellsession',
    'sql swift typescript ts tsx mts cts vbnet vb wasm xml html xhtml rss atom xjb xsd xsl plist wsf svg yaml yml',
  ]
    .join(' ')
    .split(' '),
);
