import { leavesOf, syntaxById, syntaxOfNumbers } from '@dragoman/core'
import type { Entry, Format } from '../format.ts'

/** Placeholders of a program whose files have the same format as others. */
type Sign = {
  readonly syntax: string
  readonly formats: readonly string[]
  readonly isIn: (text: string) => boolean
}

/** Symfony's `%name%`; `%d%` is a number followed by a percent sign. */
const PERCENT_NAME = /(?<![\w%])%(?!(?:l{0,2}|h)[a-z@]%)[A-Za-z_][\w.-]{1,99}%(?!\w)/
/** `{name}`, `{0}` and ICU's `{total, number}`, but neither `{{name}}` nor `${name}`, `%{name}` and `#{name}`. */
const BRACES = /(?<![{$%#\\])\{\s?(?:\d{1,2}|[A-Za-z_][\w.]{0,99})\s?(?:,[^{}]{0,99})?\}(?!\})/
const ICU_TYPE =
  /\{\s{0,5}[\w.]{1,99}\s{0,5},\s{0,5}(?:plural|select|selectordinal|number|date|time|spellout|ordinal|duration)\b/
/** `%s`, `%d` and `%1$s`; a text with several letters after percent signs is rather the format of a date. */
const PRINTF = /(?<![\w%])%(?:[1-9]\$)?(?:[sdiu@]|\.\d[fg])(?![A-Za-z%])/
const DATE = /%[-^]?[YmHMBbAyjp]/

const SIGNS: readonly Sign[] = [
  {
    syntax: 'go-template',
    formats: ['yaml', 'json', 'json5'],
    isIn: (text) => /\{\{-?\s{0,5}\./.test(text),
  },
  {
    syntax: 'mixed',
    formats: ['yaml', 'php-array', 'ini', 'csv', 'json', 'json5', 'toml'],
    isIn: (text) => PERCENT_NAME.test(text),
  },
  {
    syntax: 'mixed',
    formats: ['yaml', 'php-array', 'csv', 'json', 'json5'],
    isIn: (text) => ICU_TYPE.test(text) || (BRACES.test(text) && !text.includes('|')),
  },
  {
    syntax: 'mixed',
    formats: ['csv', 'json', 'json5'],
    isIn: (text) => PRINTF.test(text) && !DATE.test(text),
  },
  // gettext's texts in JSON, and i18next's `sprintf`. They have no other placeholders.
  { syntax: 'printf', formats: ['i18next-json'], isIn: (text) => PRINTF.test(text) && !DATE.test(text) },
  { syntax: 'kde', formats: ['csv', 'ini', 'json5'], isIn: (text) => syntaxOfNumbers(text) === 'kde' },
  { syntax: 'qt', formats: ['csv', 'ini', 'json5'], isIn: (text) => syntaxOfNumbers(text) === 'qt' },
]

/** The formats whose files programs with different placeholders load. */
export const FORMATS_OF_PROGRAMS: ReadonlySet<string> = new Set(SIGNS.flatMap(({ formats }) => formats))

/**
 * Returns the syntax whose placeholders more texts have than those of the usual syntax of the format; null if there is
 * none. Keys count too, because they are the source texts of some programs.
 */
export function syntaxOfTexts(format: Format, entries: Iterable<Entry>): string | null {
  const signs = SIGNS.filter(({ formats }) => formats.includes(format.id))
  const usual = syntaxById(format.syntax)
  const counts = new Map<string, number>()
  const messages: string[] = []
  let usualCount = 0
  for (const { name, source, text } of entries) {
    const texts = new Set([text, source ?? '', / /.test(name) ? name : ''])
    for (const one of texts) {
      if (!/[{%:$]/.test(one)) continue
      const isUsual = leavesOf(usual.parse(one).parts).some(({ kind }) => kind === 'placeholder')
      if (isUsual) usualCount += 1
      if (ICU_TYPE.test(one)) messages.push(one)
      for (const syntax of new Set(signs.flatMap((sign) => (sign.isIn(one) ? [sign.syntax] : []))))
        counts.set(syntax, (counts.get(syntax) ?? 0) + 1)
    }
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a)
  if (best === undefined || best[1] <= usualCount) return null
  const isIcu =
    messages.length > 0 && messages.every((text) => syntaxById('icu').parse(text).issues.length === 0)
  return best[0] === 'mixed' && isIcu ? 'icu' : best[0]
}
