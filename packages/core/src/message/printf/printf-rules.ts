import type { ValueType } from '../part.ts'
import type { Piece, Rule, ScanState } from '../scan/scanner.ts'

/**
 * Conversions of C, Objective-C, Java, PHP and Go: `%d`, `%1$s`, `%-5.2f`, `%ld`, `%lld`, `%@`, `%[1]s`,
 * `%-5.2[1]f`, `%'05d`. The space flag (`% d`) is left out on purpose: texts do not use it, and `100% of` would match.
 */
export const conversions: Rule = {
  on: '%',
  pattern:
    /%(?:(\d{1,2})\$|\[(\d{1,2})\])?(?:'[^%]?(?=[-\d])|')?[-+0#I]{0,4}(\d{1,4}|\*(?:\d{1,2}\$)?)?(?:\.(\d{1,4}|\*)?)?(?:\[(\d{1,2})\])?(?:hh|h|ll|l|q|L|z|t|j)?([@a-zA-Z])/y,
  read: readConversion,
}

/** Writes a conversion with the place of its value: `%2$d`. */
export const withDollarPlace = (conversion: string, place: number): string =>
  `%${place}$${conversion.slice(1)}`

/** Conversions that PHP projects use in addition to Laravel's names: `%s`, `%d`, `%1$s`. */
export const sprintf: Rule = {
  on: '%',
  pattern: /%(?:(\d)\$)?([sd])(?![A-Za-z])/y,
  read: ([, place, conversion = ''], state) => ({
    kind: 'placeholder',
    name: place ?? nextPlace(state),
    type: typeOf(conversion),
    format: conversion,
  }),
}

/** `%%`: a literal percent sign. */
export const percent: Rule = { on: '%', pattern: /%%/y, read: () => ({ kind: 'escape', value: '%' }) }

/** The same where `%` also encloses names: the first sign of `%%name%` is text, and `%%name%%` is all literal. */
export const percentByNames: Rule = {
  ...percent,
  pattern: /%%(?!(?!(?:l{0,2}|h)[a-z@]%)[A-Za-z_][\w.-]{1,100}%(?!%))/y,
}

/** Python's named conversions: `%(count)d`. */
export const pythonNames: Rule = {
  on: '%',
  pattern: /%\(([^()%\n]{1,100})\)[-+0# ]{0,4}\d{0,4}(?:\.\d{1,4})?[hlL]?([diouxXeEfFgGcrsa])/y,
  read: ([, name = '', conversion = '']) => ({
    kind: 'placeholder',
    name: `(${name})`,
    type: typeOf(conversion),
    format: conversion,
  }),
}

/**
 * Apple's variables: `%#@files@`, `%1$#@files@`, and `%arg`, the number of the substitution that contains it.
 */
export const appleVariables: readonly Rule[] = [
  {
    on: '%',
    pattern: /%(?:\d{1,2}\$)?#@([^@%\n]{1,100})@/y,
    read: ([, name = '']) => ({ kind: 'placeholder', name: `#@${name}@`, type: 'any' }),
  },
  {
    on: '%',
    pattern: /%arg(?![A-Za-z])/y,
    read: (_, state) => ({ kind: 'placeholder', name: nextPlace(state), type: 'number', format: 'd' }),
  },
]

/** Python's `str.format` (`{name}`, `{0}`, `{price:.2f}`) and the same syntax of other libraries. */
export const braceFields: Rule = {
  on: '{',
  pattern:
    /\{((?:\d{1,2}|[A-Za-z_]\w{0,99})(?:\.\w{1,50}|\[[^\][{}\n]{1,50}\]){0,5})?(![rsa])?(:(?:[^{}\n]|\{\w{0,50}\}){0,40})?\}/y,
  read: ([, name = '', , format = ''], state) => ({
    kind: 'placeholder',
    name: `{${name === '' ? nextField(state) : name}}`,
    type: 'any',
    format: format === '' ? null : format.slice(1),
  }),
}

/** Symfony's placeholders: `{{ name }}` and `%name%`. `%d%` is a number followed by a percent sign. */
export const symfonyNames: readonly Rule[] = [
  {
    on: '{',
    pattern: /\{\{\s{0,20}([\p{L}\d_][\p{L}\d_.]{0,100})\s{0,20}\}\}/uy,
    read: ([, name = '']) => ({ kind: 'placeholder', name: `{${name}}` }),
  },
  {
    on: '%',
    pattern: /%(?!(?:l{0,2}|h)[a-z@]%)([A-Za-z_][\w.-]{1,100})%/y,
    read: ([, name = '']) => ({ kind: 'placeholder', name: `%${name}%` }),
  },
]

function readConversion(match: RegExpExecArray, state: ScanState): Piece | null {
  const [whole, dollarPlace, goPlace, width, precision, verbPlace, conversion = ''] = match
  const place = dollarPlace ?? goPlace ?? verbPlace
  const isBare = (place ?? width ?? precision) === undefined
  if (!CONVERSIONS.has(conversion)) return null
  const next = match.input.charCodeAt(match.index + whole.length)
  // `100%ige`, `50%er`: a percentage with a word ending; `%name` of other tools.
  const isBehindNumber = isDigit(match.input.charCodeAt(match.index - 1))
  const isUsual = USUAL.has(conversion) && !(isLetter(next) && isBehindNumber)
  if (isBare && !isUsual && (isLetter(next) || isBehindNumber)) return null
  // `{0}%-a`: a percentage with a Hungarian ending. The flag means nothing without a width.
  const isBehindValue = isBehindNumber || match.input[match.index - 1] === '}'
  if (isBare && /^%-[A-Za-z@]/.test(whole) && (!USUAL.has(conversion) || isBehindValue)) return null
  const name = place ?? nextPlace(state, [width, precision].filter((given) => given === '*').length)
  return { kind: 'placeholder', name, type: typeOf(conversion), format: conversion }
}

function nextPlace(state: ScanState, starsBefore = 0): string {
  const place = state.next + starsBefore
  state.next = place + 1
  return String(place)
}

/** Returns the number of `{}`: Python and Rust count from 0, separately from conversions. */
function nextField(state: ScanState): string {
  const field = state.nextField
  state.nextField = field + 1
  return String(field)
}

const CONVERSIONS: ReadonlySet<string> = new Set('diouxXfFeEgGaAcCsSpnr@vTqUb')
/** Conversions that real texts have directly before a letter: `%ss`, `%dpx`. */
const USUAL: ReadonlySet<string> = new Set('dsufc@')

function typeOf(conversion: string): ValueType {
  if ('diouxXUb'.includes(conversion) || 'fFeEgGaA'.includes(conversion)) return 'number'
  return 'csSCpr@qT'.includes(conversion) ? 'text' : 'any'
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}
