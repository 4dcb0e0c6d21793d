import { expect, test } from 'vitest'
import type { CodeUse } from './code-use.ts'
import { compareWithCode, nestedKeys, usesOfKey } from './match-code-uses.ts'

const SETTINGS = { defaultNamespaces: null, fallbackNamespaces: [] }

function use(key: string, more: Partial<CodeUse> = {}): CodeUse {
  return {
    path: 'a.ts',
    line: 1,
    column: 1,
    kind: 'key',
    key,
    namespaces: [],
    hasContext: false,
    isOptional: false,
    ...more,
  }
}

function keys(...names: readonly string[]) {
  return names.map((name) => {
    const [namespace = '', key = ''] = name.includes(':') ? name.split(':') : ['app', name]
    return { namespace, name: key }
  })
}

function compare(
  names: readonly string[],
  uses: readonly CodeUse[],
  {
    nested = [],
    settings = SETTINGS,
  }: { nested?: readonly string[]; settings?: Partial<typeof SETTINGS> } = {},
) {
  const found = compareWithCode({
    keys: keys(...names),
    uses,
    settings: { ...SETTINGS, ...settings },
    nested: new Set(nested),
  })
  return {
    unused: found.unused.map(({ namespace, name }) => `${namespace}:${name}`),
    missing: found.missing.map(({ key }) => key),
  }
}

test('a key without a use is unused; a use without a key is missing', () => {
  expect(compare(['a', 'b'], [use('a'), use('c')])).toEqual({ unused: ['app:b'], missing: ['c'] })
  expect(compare(['a'], [use('a'), use('c', { isOptional: true })])).toEqual({ unused: [], missing: [] })
})

test('plural suffixes count for their key, contexts only if the use has one', () => {
  const names = ['item_one', 'item_other', 'old_plural', 'friend_male', 'friend_male_other']
  const uses = [use('item'), use('old')]
  expect(compare(names, uses).unused).toEqual(['app:friend_male', 'app:friend_male_other'])
  expect(compare(names, [...uses, use('friend', { hasContext: true })])).toEqual({ unused: [], missing: [] })
  expect(compare(names, [...uses, use('friend')]).missing).toEqual(['friend'])
})

test('code can name a single plural form', () => {
  const uses = [use('count_one'), use('count_other')]
  expect(compare(['count', 'item_one', 'item_other'], [...uses, use('item_one'), use('item_other')])).toEqual(
    {
      unused: [],
      missing: [],
    },
  )
})

test('keys with the prefix of a dynamic use are not unused', () => {
  const uses = [use('menu.', { kind: 'prefix' })]
  expect(compare(['menu.file', 'menus', 'x'], uses)).toEqual({ unused: ['app:menus', 'app:x'], missing: [] })
})

test('if any key can be used, keys mentioned in the code count as used', () => {
  const named = [use('x', { kind: 'mention', namespaces: null }), use('menu.', { kind: 'mention' })]
  expect(compare(['x', 'y', 'menu.a'], named).unused).toEqual(['app:x', 'app:y', 'app:menu.a'])
  const open = use('', { kind: 'prefix', namespaces: null })
  expect(compare(['x', 'y', 'menu.a'], [...named, open]).unused).toEqual(['app:y'])
  // A dynamic key with a namespace can be any of its keys.
  expect(compare(['a:x', 'a:y', 'b:z'], [use('', { kind: 'prefix', namespaces: ['a'] })]).unused).toEqual([
    'b:z',
  ])
})

test('namespaces of the use come before fallbacks; without one, the default or any is searched', () => {
  const names = ['a:x', 'b:x', 'b:y']
  expect(compare(names, [use('x', { namespaces: ['a'] }), use('y', { namespaces: ['a'] })])).toEqual({
    unused: ['b:x', 'b:y'],
    missing: ['y'],
  })
  expect(
    compare(names, [use('y', { namespaces: ['a'] })], { settings: { fallbackNamespaces: ['b'] as never } })
      .missing,
  ).toEqual([])
  expect(compare(names, [use('x'), use('y')]).unused).toEqual([])
  expect(compare(names, [use('x'), use('y')], { settings: { defaultNamespaces: ['a'] as never } })).toEqual({
    unused: ['b:x', 'b:y'],
    missing: ['y'],
  })
  // With a single namespace it does not matter what the code calls it.
  expect(compare(['a:x'], [use('x', { namespaces: ['other'] })])).toEqual({ unused: [], missing: [] })
})

test('uses of whole objects and references in texts are counted', () => {
  expect(compare(['list.0', 'list.1'], [use('list'), use('list.', { kind: 'prefix' })])).toEqual({
    unused: [],
    missing: [],
  })
  expect(nestedKeys('See $t(other, {"count": 1}) and @:linked.key. @.upper:{\'a b\'} @:(c)')).toEqual([
    'other',
    'linked.key',
    'a b',
    'c',
  ])
  expect(compare(['other', 'b:named'], [], { nested: ['other', 'b:named'] }).unused).toEqual([])
})

test('uses of one key that name it come first', () => {
  const uses = [
    use('menu.', { kind: 'prefix', line: 1 }),
    use('menu.file', { line: 2 }),
    use('menu', { line: 3 }),
    use('menu.file', { line: 4, namespaces: ['b'] }),
    use('', { kind: 'prefix', line: 5 }),
  ]
  const around = { uses, namespaces: new Set(['a', 'b']), settings: SETTINGS }
  const lines = (name: string) => usesOfKey({ namespace: 'a', name }, around).map(({ line }) => line)
  expect(lines('menu.file')).toEqual([2, 1])
  expect(lines('menu.file_other')).toEqual([2, 1])
  expect(lines('menu_x')).toEqual([])
})
