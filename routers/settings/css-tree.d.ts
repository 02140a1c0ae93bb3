// The parts of css-tree 3 that are used, which load none of its data.

declare module 'css-tree/parser' {
  interface ParseOptions {
    /** Called for every error; an exception ends the parser. */
    onParseError?: (error: Error) => void;
  }
  export default function parse(css: string, options?: ParseOptions): object;
}

declare module 'css-tree/tokenizer' {
  export function tokenize(css: string, onToken: (type: number, start: number, end: number) => void): void;
  export const tokenTypes: Readonly<
    Record<'AtKeyword' | 'BadUrl' | 'Comment' | 'Function' | 'String' | 'Url' | 'WhiteSpace', number>
  >;
}

declare module 'css-tree/utils' {
  interface Decoder {
    /** @returns the value of a token, without escapes, quotes and `url()` */
    decode(token: string): string;
  }
  export const ident: Decoder;
  export const string: Decoder;
  export const url: Decoder;
}
