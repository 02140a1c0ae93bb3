import type { Code, Construct, Extension, State, TokenizeContext, Tokenizer } from 'micromark-util-types';
import type { gfmFromMarkdown } from 'mdast-util-gfm';

import { addressReader, isAddress, withoutClosingMarks, withoutTrail } from '../../../../shared/address-end.ts';
import { linkAddresses } from './address-links.ts';

/** What was read and is no address is not read again from this length on, which would take quadratic time. */
const LONG = 200;

type FromMarkdown = ReturnType<typeof gfmFromMarkdown>[number];
type Handle = NonNullable<FromMarkdown['enter']>[string];

/** Tokens of marks whose partners are not known yet. */
const signs = new Set<string>(['attentionSequence', 'highlightSign', 'strikethroughSequenceTemporary']);

const http = address('literalAutolinkHttp', /^h(?:t(?:t(?:ps?(?::\/{0,2})?)?)?)?$/i, /[a-z]/i);
const www = address('literalAutolinkWww', /^(?:w{1,3}|www\.)$/i, /[\w.@/:&=?#%+-]/);

/** Bare addresses by the rule of `addressEnd`. */
export const addressText: Extension = {
  text: {
    ...Object.fromEntries(Array.from('hH', (letter) => [letter.charCodeAt(0), http])),
    ...Object.fromEntries(Array.from('wW', (letter) => [letter.charCodeAt(0), www])),
  },
};

/**
 * Links of `addressText`; within another link their text. The transformation adds those of mail, and those in which a
 * part is escaped (`https\\://`).
 */
export const addressLinks: FromMarkdown = {
  transforms: [linkAddresses],
  enter: {
    literalAutolink(token) {
      if (this.stack.some(({ type }) => type === 'link')) return;
      this.enter({ type: 'link', title: null, url: '', children: [] }, token);
    },
    literalAutolinkHttp: enterText,
    literalAutolinkWww: enterText,
  },
  exit: {
    literalAutolink(token) {
      if (this.stack.at(-1)?.type === 'link') this.exit(token);
    },
    literalAutolinkHttp: exitText(''),
    literalAutolinkWww: exitText('http://'),
  },
};

function enterText(this: ThisParameterType<Handle>, ...[token]: Parameters<Handle>): void {
  this.config.enter['data']!.call(this, token);
}

function exitText(prefix: string): Handle {
  return function exit(token) {
    this.config.exit['data']!.call(this, token);
    const link = this.stack.at(-1);
    if (link?.type === 'link') link.url = prefix + this.sliceSerialize(token);
  };
}

/**
 * @param begin what it begins with, and each beginning of that; it ends with a slash or a dot
 * @param notAfter ASCII characters after which none begins
 */
function address(type: 'literalAutolinkHttp' | 'literalAutolinkWww', begin: RegExp, notAfter: RegExp): Construct {
  const forbidden = Array.from({ length: 128 }, (_, code) => notAfter.test(String.fromCharCode(code)));
  const previous = (code: Code) => code === null || forbidden[code] !== true;
  return { name: type, previous, tokenize };

  function tokenize(this: TokenizeContext, ...[effects, ok, nok]: Parameters<Tokenizer>): State {
    if (!previous(this.previous)) return nok;
    const before = this.events.at(-1)?.[1];
    const marks = before && signs.has(before.type) ? this.sliceSerialize(before) : '';
    let isLink = false;
    let left = 0;
    return effects.check({ tokenize: lookAhead, partial: true }, open, nok);

    function open(code: Code): State | undefined {
      if (isLink) effects.enter('literalAutolink' as never);
      effects.enter(isLink ? (type as never) : 'data');
      return rest(code);
    }

    function rest(code: Code): State | undefined {
      if (left-- > 0) {
        effects.consume(code);
        return rest;
      }
      effects.exit(isLink ? (type as never) : 'data');
      if (isLink) effects.exit('literalAutolink' as never);
      return ok(code);
    }

    /** Reads as far as an address may go. */
    function lookAhead(...[ahead, found, none]: Parameters<Tokenizer>): State {
      const takes = addressReader();
      let text = '';
      let high = '';
      ahead.enter('data');
      return beginning;

      function beginning(code: Code): State | undefined {
        const next = text + characterOf(code);
        if (code === null || code < 0 || !begin.test(next)) return none(code);
        text = next;
        ahead.consume(code);
        return /[/.]$/.test(next) && !next.endsWith(':/') ? inside : beginning;
      }

      function inside(code: Code): State | undefined {
        const unit = characterOf(code);
        if (code === null || code < 0) return end(code);
        if (high === '' && /[\uD800-\uDBFF]/.test(unit)) high = unit;
        else if (takes(high + unit)) {
          text += high + unit;
          high = '';
        } else return end(code);
        ahead.consume(code);
        return inside;
      }

      function end(code: Code): State | undefined {
        const link = withoutTrail(withoutClosingMarks(text, marks));
        isLink = isAddress(link);
        left = isLink ? link.length : text.length;
        ahead.exit('data');
        return isLink || text.length > LONG ? found(code) : none(code);
      }
    }
  }
}

/** A line ending or a tab is white space. */
function characterOf(code: Code): string {
  if (code === null) return '';
  return code < 0 ? ' ' : String.fromCharCode(code);
}
