import { i18nextSyntax, syntaxById } from '@dragoman/core'
import { expect, test } from 'vitest'
import { insertablesOf } from './insertables.ts'

test('each placeholder and tag of all forms is offered once, in order', () => {
  expect(
    insertablesOf({ one: '<b>{{count}}</b> item', other: '{{count}} items of {{name}}' }, i18nextSyntax),
  ).toEqual(['<b>', '{{count}}', '</b>', '{{name}}'])
  expect(insertablesOf({ other: 'plain' }, i18nextSyntax)).toEqual([])
})

test('for a plural, the contents of its texts are offered', () => {
  expect(
    insertablesOf({ other: '{n, plural, one {<b>#</b> of {name}} other {# of {name}}}' }, syntaxById('icu')),
  ).toEqual(['<b>', '#', '</b>', '{name}'])
})
