import { expect, test } from 'vitest'
import { insertablesOf } from './insertables.ts'

test('each placeholder and tag of all forms is offered once, in order', () => {
  expect(insertablesOf({ one: '<b>{{count}}</b> item', other: '{{count}} items of {{name}}' })).toEqual([
    '<b>',
    '{{count}}',
    '</b>',
    '{{name}}',
  ])
  expect(insertablesOf({ other: 'plain' })).toEqual([])
})
