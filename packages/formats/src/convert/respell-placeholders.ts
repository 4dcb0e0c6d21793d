import { leavesOf, syntaxById } from '@dragoman/core'

/**
 * Converts the named placeholders of a text to another message syntax: `{{name}}` of i18next becomes `{name}`
 * of ICU. Null if that is not exact: the text has a placeholder with options, or characters that one of the
 * syntaxes reads differently. Converting the result back returns the same text. In a plural form, `{{count}}`
 * becomes `%d` if placeholders have no names.
 */
export function respellPlaceholders(
  text: string,
  from: string,
  to: string,
  use: 'plain' | 'plural' = 'plain',
): string | null {
  const old = spellingOf(from, use)
  const wanted = spellingOf(to, use)
  if (from === to) return text
  if (isIcu(from) && isIcu(to)) return use === 'plural' || isReadAlike(text, from, to) ? text : null
  if (old === null || wanted === null) return null
  let result = ''
  let at = 0
  for (const match of text.matchAll(old.placeholder)) {
    const literal = text.slice(at, match.index)
    const name = nameOf(match[1])
    if (old.markup.test(literal) || wanted.markup.test(literal) || !wanted.name.test(name)) return null
    // Only one spelling of each name is accepted, so that converting back is exact.
    if (old.print(name) !== match[0]) return null
    result += literal + wanted.print(name)
    at = match.index + match[0].length
  }
  const rest = text.slice(at)
  if (old.markup.test(rest) || wanted.markup.test(rest)) return null
  result += rest
  const isExact = wanted.isClear(result) && readsBack(result, wanted, text, old)
  return isExact && hasSameMeaning([text, from, old], [result, to, wanted]) ? result : null
}

/** Returns whether a syntax reads any part of a text as something other than words and tags. */
export function hasPlaceholders(text: string, syntax: string): boolean {
  const reader = syntaxById(syntax)
  return (
    reader.hasPlaceholders(text) &&
    reader.parse(text).parts.some(({ kind }) => kind !== 'text' && kind !== 'tag')
  )
}

/**
 * Whether a syntax has ICU's messages, even with other placeholders (XLIFF) or with other rules for apostrophes
 * (Flutter, Java).
 */
export function isIcu(syntax: string): boolean {
  return OF_ICU.has(syntax)
}

const OF_ICU: ReadonlySet<string> = new Set([
  'icu',
  'formatjs',
  'java',
  'flutter',
  'flutter-escaping',
  'mixed',
])

/** Returns whether two syntaxes find the same in a text, and the second at most as many errors. */
export function isReadAlike(text: string, from: string, to: string): boolean {
  return hasSameMeaning([text, from, spellingOf(from, 'plain')], [text, to, spellingOf(to, 'plain')])
}

type Reading = readonly [text: string, syntax: string, spelling: Spelling | null]

function hasSameMeaning(one: Reading, other: Reading): boolean {
  const [a, b] = [meaningOf(one), meaningOf(other)]
  return a.said === b.said && b.errors <= a.errors
}

/** Returns the words of a text with the names of its placeholders, as its syntax reads them. */
function meaningOf([text, syntax, spelling]: Reading) {
  const { parts, issues } = syntaxById(syntax).parse(text)
  const pieces = leavesOf(parts).map((leaf) => {
    switch (leaf.kind) {
      case 'text':
        return leaf.text
      case 'escape':
        return leaf.value
      case 'tag':
        // Some syntaxes read the placeholders in a tag as a part of it.
        return spelling === null
          ? leaf.text
          : leaf.text.replaceAll(spelling.placeholder, (_, name?: string) => marked(nameOf(name)))
      case 'placeholder':
        return marked(placeholderName(leaf, spelling))
      default:
        return marked(leaf.text)
    }
  })
  return { said: pieces.join(''), errors: issues.length }
}

function placeholderName(
  { text, name }: { readonly text: string; readonly name: string },
  spelling: Spelling | null,
): string {
  if (spelling?.isNumber === true) return nameOf('')
  // Some syntaxes name a placeholder by all of its text.
  const [found] = spelling === null ? [] : [...text.matchAll(spelling.placeholder)]
  return found?.[0] === text ? nameOf(found[1]) : name.replace(/^[.$]/, '')
}

function marked(name: string): string {
  return `\0${name}\0`
}

type Spelling = {
  /** Finds placeholders that consist of only a name. */
  readonly placeholder: RegExp
  readonly print: (name: string) => string
  readonly name: RegExp
  /** Characters that give text another meaning in this syntax. */
  readonly markup: RegExp
  readonly isClear: (text: string) => boolean
  /** The only placeholder is the number of a plural, without a name. */
  readonly isNumber?: true
}

/** Returns the name of a placeholder; one without a name is the number. */
function nameOf(name: string | undefined): string {
  return name === undefined || name === '' ? 'count' : name
}

function readsBack(result: string, wanted: Spelling, text: string, old: Spelling): boolean {
  let back = ''
  let at = 0
  for (const match of result.matchAll(wanted.placeholder)) {
    back += result.slice(at, match.index) + old.print(nameOf(match[1]))
    at = match.index + match[0].length
  }
  return back + result.slice(at) === text
}

function spellingOf(syntax: string, use: 'plain' | 'plural'): Spelling | null {
  const number = use === 'plural' ? NUMBERS.get(syntax) : undefined
  if (number === undefined) return SPELLINGS.get(isIcu(syntax) ? 'icu' : syntax) ?? null
  return {
    placeholder: new RegExp(`(?:${number})()`, 'g'),
    print: () => number,
    name: /^count$/,
    markup: /%/,
    isClear: ANY_TEXT,
    isNumber: true,
  }
}

const ANY_TEXT = () => true
const WORD = /^[A-Za-z_][A-Za-z0-9_]*$/

const SPELLINGS: ReadonlyMap<string, Spelling> = new Map<string, Spelling>([
  [
    'i18next',
    {
      placeholder: /\{\{([A-Za-z_]\w*)\}\}/g,
      print: (name) => `{{${name}}}`,
      name: WORD,
      markup: /\{\{|\}\}|\$t\(/,
      // `{{{name}}}` would start one brace too early.
      isClear: (text) => !/\{\{\{|\}\}\}/.test(text),
    },
  ],
  [
    'icu',
    {
      placeholder: /\{([A-Za-z_]\w*)\}/g,
      print: (name) => `{${name}}`,
      name: WORD,
      markup: /[{}]|'(?=['{}#|<])/,
      isClear: ANY_TEXT,
    },
  ],
  [
    'vue-i18n',
    {
      placeholder: /\{([A-Za-z_]\w*)\}/g,
      print: (name) => `{${name}}`,
      name: WORD,
      markup: /[{}|]|@(?=[:.])/,
      isClear: ANY_TEXT,
    },
  ],
  [
    'laravel',
    {
      placeholder: /:([a-z_]\w*)/g,
      print: (name) => `:${name}`,
      name: /^[a-z_]\w*$/,
      markup: /:(?=[A-Za-z_])|\|/,
      isClear: ANY_TEXT,
    },
  ],
  [
    'ruby',
    {
      placeholder: /%\{([A-Za-z_]\w*)\}/g,
      print: (name) => `%{${name}}`,
      name: WORD,
      markup: /%(?=[{<%])/,
      isClear: (text) => !text.includes('%%{'),
    },
  ],
  [
    'fluent',
    {
      placeholder: /\{ \$([A-Za-z_]\w*) \}/g,
      print: (name) => `{ $${name} }`,
      name: /^[A-Za-z]\w*$/,
      markup: /[{}]/,
      isClear: ANY_TEXT,
    },
  ],
  [
    'go-template',
    {
      placeholder: /\{\{ ?\.([A-Za-z_]\w*) ?\}\}/g,
      print: (name) => `{{ .${name} }}`,
      name: WORD,
      markup: /\{\{|\}\}/,
      isClear: (text) => !/\{\{\{|\}\}\}/.test(text),
    },
  ],
])

/** How formats with unnamed placeholders write the number of a plural, which is its only placeholder. */
const NUMBERS: ReadonlyMap<string, string> = new Map([
  ['printf', '%d'],
  ['apple', '%lld'],
  ['qt', '%n'],
])
