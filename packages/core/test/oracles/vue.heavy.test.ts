import { type CompileError, createParser, type MessageNode } from '@intlify/message-compiler'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leavesOf, syntaxById } from '../../src/index.ts'
import { messagesOf, ORACLE_RUNS } from './oracle-runs.ts'

const vue = syntaxById('vue-i18n')

const PIECES =
  `{name} { 0 } {-1} {a-b} {'@'} {'|'} {'it\\'s'} {'\\u0041'} {'\\x'} {' {''} {} { } {{name}} {name {0a} {a b} } { ' @ @: @:key @:a.b @:a.b. @.lower:key @.:key
  @:{'a b'} @:{name} @.up:{0} @::x @:слово @:a/b:c a@b.org | || \\{ \\} \\@ \\| \\\\ \\ . , ( ) text слово <b> </b> <a> 5`
    .split(/\s+/)
    .concat([' ', ' ', ' | ', ' | ', '\n', '\t', "{\n'x'\n}", "{'\n'}", '{ name\n}'])

test('@intlify/message-compiler rejects the same messages, and finds the same arguments and links', () => {
  fc.assert(
    fc.property(messagesOf(PIECES), (text) => {
      const { errors, found } = compile(text)
      const { parts, issues } = vue.parse(text)
      if (isExplained(text)) return
      expect(issues.length > 0, `${errors[0]?.message}`).toBe(errors.length > 0)
      if (errors.length > 0) return
      const own = leavesOf(parts).flatMap((leaf) => {
        if (leaf.kind === 'tag') return (leaf.inner ?? []).map(({ name }) => `argument ${name}`)
        if (leaf.kind === 'placeholder') return [`argument ${leaf.name}`]
        return leaf.kind === 'nesting' ? [`link ${leaf.options ?? ''} ${leaf.key}`] : []
      })
      expect(own).toEqual(found)
    }),
    ORACLE_RUNS,
  )
})

/**
 * Differences that docs/messages.md explains: braces that the end of the message closes for the compiler, and
 * `@:(key)`, which vue-i18n 8 had.
 */
function isExplained(text: string): boolean {
  return UNCLOSED_AT_END.test(text) || /@(?:\.\w+)?:[()]/.test(text)
}

const UNCLOSED_AT_END = /\{\s*(?:'(?:[^'\\\n]|\\.)*'\s*|-?[\w$-]+\s+)?$/

type Compiled = { readonly errors: readonly CompileError[]; readonly found: readonly string[] }

function compile(text: string): Compiled {
  const errors: CompileError[] = []
  const { body } = createParser({ onError: (error) => errors.push(error) }).parse(text)
  const messages: readonly MessageNode[] = 'cases' in body ? body.cases : [body]
  return { errors, found: errors.length > 0 ? [] : messages.flatMap(({ items }) => items.flatMap(foundIn)) }
}

function foundIn(item: MessageNode['items'][number]): readonly string[] {
  if ('index' in item) return [`argument ${item.index}`]
  if (!('key' in item)) return []
  const { key } = item
  if (typeof key === 'string') return [`argument ${key}`]
  const target = 'index' in key ? key.index : 'key' in key ? key.key : key.value
  return [`link ${'modifier' in item ? (item.modifier?.value ?? '') : ''} ${target}`]
}
