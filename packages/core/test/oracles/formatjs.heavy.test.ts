import fc from 'fast-check'
import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { applyFixes, type Part, syntaxById } from '../../src/index.ts'
import { messagesOf, ORACLE_RUNS } from './oracle-runs.ts'

const formatjs = syntaxById('formatjs')

const PIECES =
  `{name} {0} {} {a b} {n,number} {d,date,short} {t,time,::jmm} {n,nothing} { } '' ' '{' '}' '{name}' '<' <b> </b> <br/> <br> <a-b> </a-b> <3 < > </ <test!/> <x y="z"> #
  text é , . l'{name}`
    .split(/\s+/)
    .concat([
      ' ',
      ' ',
      '{n, plural, one {# a} other {#}}',
      '{n, plural, =0 {no} other {{m}}}',
      '{n, plural, offset:1 one {#} other {# of {name}}}',
      '{n, selectordinal, one {#st} other {#th}}',
      '{g, select, a {x} other {<b>{y}</b>}}',
      '{g, select, a {x}}',
      '{n, plural, other {<b>}}',
      '{n, plural, other {',
      '}}',
      "{n, plural, other {it''s '#' #}}",
    ])

test('intl-messageformat rejects the same messages, and finds the same text, arguments and choices', () => {
  fc.assert(
    fc.property(messagesOf(PIECES), (text) => {
      const { parts, issues } = formatjs.parse(text)
      // Explained in docs/messages.md: read as if it were doubled.
      fc.pre(!issues.some(({ code }) => code === 'apostrophe-quotes'))
      // Explained in docs/messages.md: a closing brace without a match is text for FormatJS, and reported.
      const errors = issues.filter(({ code }) => code !== 'brace-unmatched')
      const ast = astOf(text)
      const lacksOther = formatjs.pluralOf !== undefined && hasNoOther(parts)
      expect(errors.length > 0 || lacksOther).toBe(ast === null)
      if (ast !== null) expect(flat(parts)).toBe(flatAst(ast, ''))
    }),
    ORACLE_RUNS,
  )
})

test('messages with doubled apostrophes are those that were read', () => {
  fc.assert(
    fc.property(messagesOf(PIECES), (text) => {
      const { parts, issues } = formatjs.parse(text)
      fc.pre(issues.length > 0 && issues.every(({ code }) => code === 'apostrophe-quotes'))
      const fixed = formatjs.parse(applyFixes(text, issues))
      expect(fixed.issues).toEqual([])
      expect(flat(fixed.parts)).toBe(flat(parts))
    }),
    ORACLE_RUNS,
  )
})

type Ast = ReturnType<IntlMessageFormat['getAst']>

function astOf(text: string): Ast | null {
  try {
    return new IntlMessageFormat(text, 'en').getAst()
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null
    throw error
  }
}

/** Returns whether a choice lacks the branch that FormatJS requires, which is a check of its own. */
function hasNoOther(parts: readonly Part[]): boolean {
  return parts.some(
    (part) =>
      part.kind === 'choice' &&
      (!part.branches.some(({ selector }) => selector === 'other') ||
        part.branches.some((branch) => hasNoOther(branch.parts))),
  )
}

function flat(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'placeholder') return `[${part.name}]`
      if (part.kind === 'escape') return part.value
      if (part.kind !== 'choice') return part.text
      return `[${part.name}:${part.branches
        .map((branch) => `${branch.selector}(${flat(branch.parts)})`)
        .toSorted()
        .join()}]`
    })
    .join('')
}

/** Prints what FormatJS has parsed in the same way. Elements are literal, argument, …, as in its `TYPE`. */
function flatAst(elements: Ast, counted: string): string {
  return elements
    .map((element): string => {
      if ('options' in element) {
        const isPlural = 'offset' in element
        const branches = Object.entries(element.options).map(
          ([selector, { value }]) => `${selector}(${flatAst(value, isPlural ? element.value : counted)})`,
        )
        return `[${element.value}:${branches.toSorted().join()}]`
      }
      if ('children' in element)
        return `<${element.value}>${flatAst(element.children, counted)}</${element.value}>`
      if (!('value' in element)) return `[${counted}]`
      return element.type === 0 ? element.value : `[${element.value}]`
    })
    .join('')
}
