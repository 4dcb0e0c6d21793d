import { type MessageSyntax, type Part, placeholdersOf } from '@dragoman/core'

export type TextPair = {
  readonly text: string
  readonly source: string
  readonly parts: readonly Part[]
  readonly sourceParts: readonly Part[]
  readonly syntax: MessageSyntax
}

/** A way in which translations break in practice. */
export type ErrorKind = {
  readonly name: string
  /** Codes of the findings that report it. */
  readonly codes: readonly string[]
  /** Returns the broken text; null if the error does not apply to this text. */
  readonly damage: (pair: TextPair) => string | null
}

/** Errors of a single text, as different from each other as possible. */
export const TEXT_ERRORS: readonly ErrorKind[] = [
  {
    name: 'placeholder removed',
    codes: ['placeholder-missing'],
    damage: ({ text, parts, sourceParts }) => {
      const [part] = sharedPlaceholders(parts, sourceParts)
      return part === undefined ? null : splice(text, part.span, '')
    },
  },
  {
    name: 'placeholder renamed',
    codes: ['placeholder-missing', 'placeholder-extra'],
    damage: ({ text, parts, sourceParts, syntax }) => {
      const [part] = sharedPlaceholders(parts, sourceParts)
      if (part === undefined || syntax.arguments !== 'named' || !/^[a-z]\w+$/i.test(part.name)) return null
      return splice(text, part.span, part.text.replace(part.name, `${part.name}Seeded`))
    },
  },
  {
    name: 'tag never closed',
    codes: ['tag-unbalanced', 'tag-missing', 'icu-syntax'],
    damage: ({ text, parts, sourceParts }) => {
      const close = parts.find((part) => part.kind === 'tag' && part.form === 'close')
      const isOfSource = sourceParts.some((part) => part.kind === 'tag' && part.text === close?.text)
      return close === undefined || !isOfSource ? null : splice(text, close.span, '')
    },
  },
  {
    name: 'text that cannot be parsed',
    codes: ['icu-syntax', 'placeholder-unclosed', 'fluent-syntax', 'brace-unmatched'],
    damage: ({ text, syntax }) =>
      syntax.id === 'icu' ? `${text} {` : syntax.id === 'i18next' ? `${text} {{seeded` : null,
  },
  {
    name: 'URL changed',
    codes: ['url'],
    damage: ({ text, source }) => {
      const [url] = /https?:\/\/[\w.-]+\.\w+/.exec(text) ?? []
      return url === undefined || !source.includes(url) ? null : text.replace(url, `${url}seeded`)
    },
  },
  {
    name: 'number changed',
    codes: ['numbers'],
    damage: ({ text, source, parts }) => {
      if (parts.length !== 1 || parts[0]?.kind !== 'text') return null
      const [number] = /(?<![\w.,:/#-])\d{1,3}(?![\w.,:/%-])/.exec(text) ?? []
      if (number === undefined || !new Set(source.match(/\d+/g)).has(number) || /https?:/.test(text))
        return null
      return text.replace(number, String(Number(number) + 7))
    },
  },
  {
    name: 'bracket removed',
    codes: ['brackets'],
    damage: ({ text, source, parts }) =>
      parts.length === 1 && /^[^()]*\([^()]+\)[^()]*$/.test(text) && /^[^()]*\([^()]+\)[^()]*$/.test(source)
        ? text.replace(')', '')
        : null,
  },
  {
    name: 'end of sentence changed',
    codes: ['end-punctuation'],
    damage: ({ text, source }) => {
      const end = /[^.!?:…\s][.!?:]$/.test(text) ? text.at(-1) : undefined
      return end !== undefined && /[^.!?:…\s][.!?:]$/.test(source) && source.endsWith(end)
        ? `${text.slice(0, -1)}${end === '!' ? '.' : '!'}`
        : null
    },
  },
  {
    name: 'trailing space',
    codes: ['edge-space'],
    damage: ({ text, source }) => (/\S$/.test(text) && /\S$/.test(source) ? `${text} ` : null),
  },
  {
    name: 'double space',
    codes: ['double-space'],
    damage: ({ text, source }) =>
      /\p{L} \p{L}/u.test(text) && !/\s\s/.test(source) ? text.replace(/(?<=\p{L}) (?=\p{L})/u, '  ') : null,
  },
  {
    name: 'invisible character',
    codes: ['invisible-character'],
    damage: ({ text }) => (/^\p{L}{3}/u.test(text) ? `${text.slice(0, 2)}\u200b${text.slice(2)}` : null),
  },
  {
    name: 'line break',
    codes: ['line-breaks'],
    damage: ({ text, source, parts }) =>
      parts.length === 1 && !/\n/.test(source + text) && /\p{L} \p{L}/u.test(text)
        ? text.replace(' ', '\n')
        : null,
  },
  {
    name: 'source text left untranslated',
    codes: ['unchanged'],
    damage: ({ text, source }) =>
      text !== source && (source.match(/\p{L}{3,}/gu)?.length ?? 0) > 4 && !/\s{2}|\n/.test(source)
        ? source
        : null,
  },
  { name: 'only whitespace', codes: ['empty'], damage: ({ text }) => (text.length > 3 ? '  ' : null) },
]

function sharedPlaceholders(parts: readonly Part[], sourceParts: readonly Part[]) {
  const names = placeholdersOf(sourceParts).map(({ name }) => name)
  const own = placeholdersOf(parts)
  return own.filter(
    (part) =>
      parts.includes(part) &&
      own.filter(({ name }) => name === part.name).length === 1 &&
      names.filter((name) => name === part.name).length === 1,
  )
}

function splice(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  by: string,
): string {
  return `${text.slice(0, start)}${by}${text.slice(end)}`
}
