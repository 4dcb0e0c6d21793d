import { expect, test } from 'vitest'
import { leavesOf } from '../leaves-of.ts'
import { fluentSyntax } from './fluent-syntax.ts'

test.each([
  ['{ { $name } }', ['placeholder $name']],
  ['{ { -brand } } {{"x"}}', ['nesting -brand', 'escape {{"x"}}']],
  ['{ { NUMBER($n) } }', ['placeholder $n']],
  ['{ -brand(case: "x") }', ['nesting -brand']],
  ['{ { $n ->\n *[a] { $m }\n } }', ['placeholder $m']],
])('%j is read', (text, expected) => {
  const { parts, issues } = fluentSyntax.parse(text)
  expect(issues).toEqual([])
  const found = leavesOf(parts).flatMap((leaf) => {
    if (leaf.kind === 'placeholder') return [`placeholder ${leaf.name}`]
    if (leaf.kind === 'nesting') return [`nesting ${leaf.key}`]
    return leaf.kind === 'escape' ? [`escape ${leaf.text}`] : []
  })
  expect(found).toEqual(expected)
})

test.each([
  '{ fun() }',
  '{ message.attribute() }',
  '{ "\\x" }',
  '{ "\\u12" }',
  '{ $n ->\n  [one] a\n  [other] b\n }',
  '{ $n ->\n *[one] a\n *[other] b\n }',
  '{ {$n} x }',
])('%j is rejected', (text) => {
  expect(fluentSyntax.parse(text).issues).toMatchObject([{ code: 'fluent-syntax' }])
})
