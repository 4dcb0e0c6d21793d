import type { MessageSyntax } from '../message-syntax.ts'
import { type Rule, scanner } from '../scan/scanner.ts'
import { braceFields, conversions, percent, pythonNames, withDollarPlace } from './printf-rules.ts'

// Syntaxes of single programs, which a file or a message names (see `format-flags.ts`). GNU gettext's manual, "List of
// supported languages", describes them.

const isNumber: MessageSyntax['isCount'] = ({ name, type }) =>
  type === 'number' || /^[({$]*(?:n|num|count|number|total)\b/i.test(name)

/** C's conversions and nothing else: `%d`, `%1$s`, `%%`. */
export const cSyntax: MessageSyntax = {
  id: 'c',
  arguments: 'ordered',
  numbers: 'whole',
  ...scanner([percent, conversions]),
  isCount: isNumber,
  withPlace: withDollarPlace,
}

/** Those of Go's `fmt`, which writes places in brackets: `%d`, `%[1]s`. */
export const goPrintfSyntax: MessageSyntax = {
  ...cSyntax,
  id: 'go-printf',
  withPlace: (conversion, place) =>
    // Go reads a place in front of a width as an error.
    `${conversion.slice(0, -1)}[${place}]${conversion.slice(-1)}`,
}

/** Ruby's names: `%<price>.2f`, `%{name}`. */
const rubyNames: readonly Rule[] = [
  {
    on: '%',
    pattern: /%<(\w{1,100})>[-+0# ]{0,4}\d{0,4}(?:\.\d{1,4})?([a-zA-Z])/y,
    read: ([, name = '', format = '']) => ({ kind: 'placeholder', name: `<${name}>`, format }),
  },
  {
    on: '%',
    pattern: /%\{(\w{1,100})\}/y,
    read: ([, name = '']) => ({ kind: 'placeholder', name: `<${name}>` }),
  },
]

/** Conversions with names, of Python's `%` operator and Ruby's `format`: `%(count)d`, `%<price>.2f`, `%{name}`. */
export const namedPrintfSyntax: MessageSyntax = {
  id: 'named-printf',
  arguments: 'ordered',
  numbers: 'whole',
  ...scanner([percent, pythonNames, ...rubyNames, conversions]),
  isCount: isNumber,
}

/** Fields of Python's `str.format`, Rust's and C++'s `format`: `{}`, `{0:.1f}`, `{name!r}`, `{{`. */
export const braceSyntax: MessageSyntax = {
  id: 'brace',
  arguments: 'named',
  numbers: 'whole',
  ...scanner([
    { on: '{', pattern: /\{\{/y, read: () => ({ kind: 'escape', value: '{' }) },
    { on: '}', pattern: /\}\}/y, read: () => ({ kind: 'escape', value: '}' }) },
    braceFields,
  ]),
  isCount: isNumber,
}

/** Perl's `libintl-perl`: `{name}`, without escapes. */
export const perlBraceSyntax: MessageSyntax = {
  id: 'perl-brace',
  arguments: 'named',
  numbers: 'whole',
  ...scanner([
    {
      on: '{',
      pattern: /\{([A-Za-z_]\w{0,100})\}/y,
      read: ([, name = '']) => ({ kind: 'placeholder', name }),
    },
  ]),
  isCount: ({ name }) => /^(?:n|num|count|number|total)$/i.test(name),
}

/** Variables of shell scripts, as `gettext.sh` replaces them: `$name`, `${name}`. */
export const shellSyntax: MessageSyntax = {
  id: 'shell',
  arguments: 'named',
  numbers: 'whole',
  ...scanner([
    {
      on: '$',
      pattern: /\$(?:([A-Za-z_]\w{0,100})|\{([A-Za-z_]\w{0,100})\})/y,
      read: ([, bare, braced]) => ({ kind: 'placeholder', name: bare ?? braced ?? '' }),
    },
  ]),
  isCount: ({ name }) => /^(?:n|num|count|number|total)$/i.test(name),
}

const numbered: Rule = {
  on: '%',
  pattern: /%([1-9]\d?)/y,
  read: ([, name = '']) => ({ kind: 'placeholder', name }),
}

/** KDE's `i18n`, and the same numbers of Smalltalk and YCP: `%1` … `%99`. */
export const kdeSyntax: MessageSyntax = {
  id: 'kde',
  arguments: 'named',
  numbers: 'whole',
  ...scanner([numbered]),
  isCount: ({ name }) => name === '1',
}

/** Boost's `format`: `%1%`, `%|1$+5|`, and C's conversions. */
export const boostSyntax: MessageSyntax = {
  id: 'boost',
  arguments: 'ordered',
  numbers: 'whole',
  ...scanner([
    percent,
    { on: '%', pattern: /%([1-9]\d?)%/y, read: ([, name = '']) => ({ kind: 'placeholder', name }) },
    {
      on: '%',
      pattern: /%\|(?:([1-9]\d?)\$)?[-+0#= ]{0,4}\d{0,4}(?:\.\d{1,4})?[a-zA-Z]?\|/y,
      read: ([, place], state) => {
        if (place !== undefined) return { kind: 'placeholder', name: place }
        state.next++
        return { kind: 'placeholder', name: String(state.next - 1) }
      },
    },
    conversions,
  ]),
  isCount: isNumber,
  withPlace: withDollarPlace,
}

/** Object Pascal's `Format`: `%s`, `%0:d`, `%-8.2f`. */
export const pascalSyntax: MessageSyntax = {
  id: 'object-pascal',
  arguments: 'ordered',
  numbers: 'whole',
  ...scanner([
    percent,
    {
      on: '%',
      pattern: /%(?:(\d{1,2}):)?-?(?:\d{1,4}|\*)?(?:\.(?:\d{1,4}|\*))?([dufegnmpsxDUFEGNMPSX])/y,
      read: ([, place, conversion = ''], state) => {
        // Pascal counts from 0.
        if (place !== undefined) state.next = Number(place) + 1
        const name = String(state.next)
        state.next++
        const type = /[dufegnmx]/i.test(conversion) ? 'number' : 'text'
        return { kind: 'placeholder', name, type, format: conversion.toLowerCase() }
      },
    },
  ]),
  isCount: isNumber,
  withPlace: (conversion, place) => `%${place - 1}:${conversion.slice(1)}`,
}

/** `format` of Lisp and Scheme: `~a`, `~5d`, `~%`. */
export const lispSyntax: MessageSyntax = {
  id: 'lisp',
  arguments: 'ordered',
  numbers: 'whole',
  ...scanner([
    { on: '~', pattern: /~[~%&|\n]/y, read: () => ({ kind: 'escape', value: '~' }) },
    {
      on: '~',
      pattern: /~(?:(?:[-+]?\d{1,4}|'[^\n]|[vV#])?,?){0,7}[:@]{0,2}([aAsSdDbBoOxXrRcCpPfFeEgG$])/y,
      read: ([, directive = ''], state) => {
        const name = String(state.next)
        state.next++
        const type = /[dboxrfeg$]/i.test(directive) ? 'number' : 'any'
        return { kind: 'placeholder', name, type, format: directive.toLowerCase() }
      },
    },
  ]),
  isCount: isNumber,
}
