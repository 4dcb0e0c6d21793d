import { describe, expect, test } from 'vitest'
import type { Forms, PluralKind } from '../message/forms.ts'
import { buildBundle } from './bundle.ts'
import { type AliasedUnit, type KeyAlias, withAliases } from './key-alias.ts'
import type { EntryPath } from './unit.ts'

function unit(
  path: EntryPath,
  more: { forms?: Forms; plural?: PluralKind; aliases?: EntryPath[] } = {},
): AliasedUnit {
  const { forms = { other: `text of ${path.join('.')}` }, plural = 'none', aliases } = more
  const named = (own: EntryPath): KeyAlias => ({ name: own.join('.'), path: own })
  return { ...named(path), plural, forms, ...(aliases && { aliases: aliases.map(named) }) }
}
const file = (...units: AliasedUnit[]) =>
  JSON.parse(buildBundle({ units: withAliases(units), language: 'en' }))
const names = (...units: AliasedUnit[]) => withAliases(units).map(({ name }) => name)

describe('aliases of a file', () => {
  test('a file without aliases is the same list', () => {
    const units = [unit(['a']), unit(['b'], { aliases: [] })]
    expect(withAliases(units)).toBe(units)
  })

  test('aliases follow the keys, nested and flat, with all plural forms, in the order of their keys', () => {
    const cart = unit(['cart', 'heading'], { aliases: [['cart', 'title'], ['title']] })
    const items = unit(['things'], {
      plural: 'cardinal',
      forms: { one: 'One', other: 'Many' },
      aliases: [['cart.items']],
    })
    expect(buildBundle({ units: withAliases([cart, items, unit(['last'])]), language: 'en' })).toBe(
      '{"cart":{"heading":"text of cart.heading","title":"text of cart.heading"},"things_one":"One","things_other":"Many",' +
        '"last":"text of last","title":"text of cart.heading","cart.items_one":"One","cart.items_other":"Many"}',
    )
  })

  test('a key takes precedence over an alias, even without a text; the first of two aliases wins', () => {
    expect(
      names(
        unit(['a'], { forms: {} }),
        unit(['b'], { aliases: [['a'], ['x']] }),
        unit(['c'], { aliases: [['x'], ['y']] }),
      ),
    ).toEqual(['a', 'b', 'c', 'x', 'y'])
  })

  test('no name overwrites a form of a key', () => {
    const one = unit(['item_one'])
    const plural = unit(['thing'], {
      plural: 'cardinal',
      forms: { one: '1', other: 'n' },
      aliases: [['item'], ['old']],
    })
    expect(names(one, plural)).toEqual(['item_one', 'thing', 'old'])
    const plain = unit(['plain'], { aliases: [['thing_other'], ['thing']] })
    expect(names(plural, plain)).toEqual(['thing', 'plain', 'item', 'old'])
    // Flat and nested names are equal.
    expect(names(unit(['a.b']), unit(['c'], { aliases: [['a', 'b']] }))).toEqual(['a.b', 'c'])
  })

  test('an alias never changes a text to a parent, a parent to a text, or a list to an object', () => {
    const units = [
      unit(['menu', 'file']),
      unit(['title']),
      unit(['steps', 0]),
      unit(['steps', 1]),
      unit(['new'], { aliases: [['menu'], ['title', 'x'], ['steps', 'last'], ['steps', 2], ['ok', 'a']] }),
      unit(['other'], { aliases: [['ok'], ['ok', 'a', 'b']] }),
    ]
    expect(file(...units)).toEqual({
      menu: { file: 'text of menu.file' },
      title: 'text of title',
      steps: ['text of steps.0', 'text of steps.1', 'text of new'],
      new: 'text of new',
      other: 'text of other',
      ok: { a: 'text of new' },
    })
  })
})
