import { FluentResource, type Message } from '@fluent/bundle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leavesOf, placeholdersOf, syntaxById } from '../../src/index.ts'
import { messagesOf, ORACLE_RUNS } from './oracle-runs.ts'

const fluent = syntaxById('fluent')

const PIECES =
  `{$name} {-brand} {msg} {msg.attr} {"text"} {"a\\"b"} {"\\u0041"} {3} {-3.5} { } {} {$} {"x} {-brand(case:"x")} {NUMBER($n)} {DATETIME($d,dateStyle:"long")} {FUN()} {fun()} {$n->} {-b.attr}
  { } text é , . <b> </b> < [ ] * #`
    .split(/\s+/)
    .concat([
      ' ',
      ' ',
      '{ $name }',
      '{ $n ->\n  [one] One\n *[other] { $n } of { $m }\n }',
      '{ $n ->\n  [one] One\n  [other] Two\n }',
      '{ NUMBER($n, type: "ordinal") ->\n *[other] x\n }',
      '{ -brand.case ->\n *[a] x\n }',
      '{ $n ->\n *[one] a\n *[two] b\n }',
      '{ { $nested } }',
    ])

test('@fluent/bundle drops the same messages, and finds the same arguments and references', () => {
  fc.assert(
    fc.property(messagesOf(PIECES, { noise: 0 }), (text) => {
      // Everything is on the line of the message: what ends it on another line is a matter of the file.
      const written = `m = a${text}`
      const { body } = new FluentResource(`${written}\n`)
      const [message] = body
      const value = message?.value ?? null
      const { parts, issues } = fluent.parse(written.slice('m = '.length))
      if (isExplained(written)) return
      expect(issues.length > 0).toBe(value === null)
      if (value === null) return
      const own = leavesOf(parts).flatMap((leaf) => (leaf.kind === 'nesting' ? [leaf.key] : []))
      const found = typeof value === 'string' ? { arguments: [], references: [] } : foundIn(value)
      expect(own.toSorted()).toEqual(found.references.toSorted())
      expect([...new Set(placeholdersOf(parts).map(({ name }) => name))].toSorted()).toEqual(
        [...new Set(found.arguments)].toSorted(),
      )
    }),
    ORACLE_RUNS,
  )
})

/** A difference that docs/messages.md explains: a choice with two defaults, of which the bundle takes the last. */
function isExplained(text: string): boolean {
  return /\*\[[^}]*\*\[/.test(text)
}

type Pattern = NonNullable<Message['value']>
type Expression = Exclude<Exclude<Pattern, string>[number], string>
type Found = { readonly arguments: readonly string[]; readonly references: readonly string[] }

function foundIn(pattern: Pattern): Found {
  if (typeof pattern === 'string') return NOTHING
  return joined(
    pattern.map((element) => (typeof element === 'string' ? NOTHING : foundInExpression(element))),
  )
}

const NOTHING: Found = { arguments: [], references: [] }

function joined(found: readonly Found[]): Found {
  return {
    arguments: found.flatMap((one) => one.arguments),
    references: found.flatMap((one) => one.references),
  }
}

function foundInExpression(expression: Expression): Found {
  switch (expression.type) {
    case 'var':
      return { ...NOTHING, arguments: [`$${expression.name}`] }
    case 'term':
    case 'mesg': {
      const { name, attr } = expression
      const key = `${expression.type === 'term' ? '-' : ''}${name}${attr === null ? '' : `.${attr}`}`
      return { ...NOTHING, references: [key] }
    }
    case 'func': {
      const [first] = expression.args
      const variable = first?.type === 'var' ? [`$${first.name}`] : []
      return variable.length > 0
        ? { ...NOTHING, arguments: variable }
        : { ...NOTHING, references: [expression.name] }
    }
    case 'select':
      // The selector of a choice is its name, not a part of the text.
      return joined(expression.variants.map(({ value }) => foundIn(value)))
    default:
      return NOTHING
  }
}
