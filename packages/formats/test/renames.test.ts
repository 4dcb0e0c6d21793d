import type { EntryPath } from '@dragoman/core'
import { describe, expect, test } from 'vitest'
import { type EntryEdit, formatById, type View } from '../src/index.ts'

type Renaming = {
  readonly name: string
  readonly path: EntryPath
  /** The plural form of the new name. */
  readonly form?: 'one' | 'other'
}

describe('an item of an array', () => {
  const text = '{"tour":{"steps":["One","Two"]},"z":"Z"}'

  test('keeps its text if it gets a key', () => {
    expect(renamed('i18next-json', text, [{ name: 'tour.steps.0', path: ['tour', 'first'] }])).toBe(
      '{"tour":{"steps":[null,"Two"],"first":"One"},"z":"Z"}',
    )
    expect(renamed('i18next-json', text, [{ name: 'tour.steps.1', path: ['tour', 'last'] }])).toBe(
      '{"tour":{"steps":["One"],"last":"Two"},"z":"Z"}',
    )
  })

  test('stays one if all of them are renamed', () => {
    expect(
      renamed('i18next-json', text, [
        { name: 'tour.steps.0', path: ['guide', 'steps', 0] },
        { name: 'tour.steps.1', path: ['guide', 'steps', 1] },
      ]),
    ).toBe('{"guide":{"steps":["One","Two"]},"z":"Z"}')
  })
})

describe('a key that moves to another parent keeps its comments, its quotes and its state', () => {
  const move = [{ name: 'nav.home', path: ['footer', 'home'] }]

  test('in JSON5', () => {
    const text = `{
  nav: {
    /* Shown in
       the header */
    // twice
    home: 'Home', // note

    about: 'About',
  },
  footer: {
    deep: { x: 'X' },
  },
}
`
    expect(renamed('json5', text, move)).toBe(`{
  nav: {
    about: 'About',
  },
  footer: {
    /* Shown in
       the header */
    // twice
    home: 'Home', // note
    deep: { x: 'X' },
  },
}
`)
    expect(renamed('json5', text, [{ name: 'nav.home', path: ['home'] }])).toBe(`{
  nav: {
    about: 'About',
  },
  /* Shown in
     the header */
  // twice
  home: 'Home', // note
  footer: {
    deep: { x: 'X' },
  },
}
`)
  })

  test('in YAML', () => {
    const text = `nav:
  about: About

  # Shown in the header
  home: 'Home' # note

  # other
  help: |
    Two
      lines
footer:
  x: X
`
    expect(renamed('yaml', text, move)).toBe(`nav:
  about: About

  # other
  help: |
    Two
      lines
footer:
  # Shown in the header
  home: 'Home' # note
  x: X
`)
    expect(renamed('yaml', text, [{ name: 'nav.help', path: ['a', 'b', 'help'] }])).toBe(`nav:
  about: About

  # Shown in the header
  home: 'Home' # note
a:
  b:
    # other
    help: |
      Two
        lines
footer:
  x: X
`)
  })

  test('in PHP', () => {
    const text = `<?php
return [
    'nav' => [
        'about' => 'About',

        /* Shown in the header */
        // twice
        'home' => "Home", // TODO note
    ],
    'footer' => [
        'deep' => [
            'x' => 'X',
        ],
    ],
];
`
    expect(renamed('php-array', text, [{ name: 'nav.home', path: ['footer', 'deep', 'home'] }])).toBe(`<?php
return [
    'nav' => [
        'about' => 'About',
    ],
    'footer' => [
        'deep' => [
            /* Shown in the header */
            // twice
            'home' => "Home", // TODO note
            'x' => 'X',
        ],
    ],
];
`)
  })

  test('in TOML', () => {
    const text = `[nav]
about = "About"
# Shown in the header
home = 'Home' # note

[footer]
x = "X"
`
    expect(renamed('toml', text, move)).toBe(`[nav]
about = "About"

[footer]
# Shown in the header
home = 'Home' # note
x = "X"
`)
  })

  test('the heading of several keys stays with the others', () => {
    const text = 'nav:\n  # Links\n  home: Home\n  about: About\nfooter:\n  x: X\n'
    expect(renamed('yaml', text, move)).toBe(
      'nav:\n  # Links\n  about: About\nfooter:\n  home: Home\n  x: X\n',
    )
  })
})

describe('all keys below another one keep their order, and everything in between', () => {
  const rename = (names: readonly string[]) =>
    names.map((name) => ({ name, path: ['checkout', ...name.split('.').slice(1)] }))

  test('in JSON', () => {
    const text = `{
  "first": "F",
  "cart": {
    "title": "Cart",
    "lines": ["One", "Two"],
    "limit": 5,
    "item": {
      "name": "Name"
    },
    "pay": "Pay"
  },
  "last": "L"
}
`
    const names = ['cart.title', 'cart.lines.0', 'cart.lines.1', 'cart.item.name', 'cart.pay']
    expect(renamed('i18next-json', text, rename(names))).toBe(text.replace('"cart"', '"checkout"'))
  })

  test('in JSON5', () => {
    const text =
      "{\n  // Cart\n  cart: {\n    // Heading\n    title: 'Cart', // short\n    pay: 'Pay',\n  },\n}\n"
    expect(renamed('json5', text, rename(['cart.title', 'cart.pay']))).toBe(
      text.replace('cart:', 'checkout:'),
    )
  })

  test('in YAML', () => {
    const text = `first: F
# Cart
cart: # of the shop
  title: 'Cart' # short
  steps:
  - One
  - Two

  # Price
  item:
    name: Name
  limit: 5
last: L
`
    const names = ['cart.title', 'cart.steps.0', 'cart.steps.1', 'cart.item.name']
    expect(renamed('yaml', text, rename(names))).toBe(text.replace('cart:', 'checkout:'))
  })

  test('in PHP', () => {
    const text = `<?php
return [
    // Cart
    'cart' => [
        'title' => 'Cart', // TODO
        'item' => [
            'name' => 'Name',
        ],
        // Button
        'pay' => 'Pay',
        'limit' => 5,
    ],
];
`
    const names = ['cart.title', 'cart.item.name', 'cart.pay']
    expect(renamed('php-array', text, rename(names))).toBe(text.replace("'cart'", "'checkout'"))
  })

  test('in TOML', () => {
    const text = `# Cart
[cart]
title = "Cart" # short
limit = 5
# Button
pay = "Pay"

# Rows
[cart.item]
name = "Name"

[last]
x = "L"
`
    const names = ['cart.title', 'cart.pay', 'cart.item.name']
    expect(renamed('toml', text, rename(names))).toBe(text.replaceAll('[cart', '[checkout'))
  })

  test('if some stay, and the others come from different levels', () => {
    const some = rename(['cart.title', 'cart.item.name', 'cart.pay'])
    expect(
      renamed(
        'yaml',
        'cart:\n  title: Cart\n  item:\n    name: Name\n  pay: Pay\n  stays: S\nlast: L\n',
        some,
      ),
    ).toBe('cart:\n  stays: S\ncheckout:\n  title: Cart\n  item:\n    name: Name\n  pay: Pay\nlast: L\n')
    expect(
      renamed(
        'vue-i18n-json',
        '{"cart":{"title":"Cart","item":{"name":"Name"},"pay":"Pay","stays":"S"}}',
        some,
      ),
    ).toBe('{"cart":{"stays":"S"},"checkout":{"title":"Cart","item":{"name":"Name"},"pay":"Pay"}}')
    expect(
      renamed('toml', '[cart]\ntitle = "Cart"\nitem.name = "Name"\npay = "Pay"\nstays = "S"\n', some),
    ).toBe(
      '[cart]\nstays = "S"\n\n[checkout]\ntitle = "Cart"\npay = "Pay"\n\n[checkout.item]\nname = "Name"\n',
    )
  })

  test('if a text is changed after its key is renamed', () => {
    const format = formatOf('yaml')
    const edits: EntryEdit[] = [
      { kind: 'rename', name: 'cart.title', path: ['checkout', 'title'] },
      { kind: 'set', name: 'checkout.title', text: 'Checkout' },
      { kind: 'rename', name: 'cart.pay', path: ['checkout', 'pay'] },
    ]
    const document = format.read(Buffer.from('# Cart\ncart:\n  title: Cart # short\n  pay: Pay\n'))
    expect(Buffer.from(format.edit(document, edits)).toString()).toBe(
      '# Cart\ncheckout:\n  title: Checkout # short\n  pay: Pay\n',
    )
  })

  test('unless the new name exists already', () => {
    const text = 'cart:\n  title: Cart\n  pay: Pay\ncheckout:\n  # Total\n  total: T\n'
    expect(renamed('yaml', text, rename(['cart.title', 'cart.pay']))).toBe(
      'checkout:\n  title: Cart\n  pay: Pay\n  # Total\n  total: T\n',
    )
  })
})

describe('a key with plural forms', () => {
  const forms = (path: readonly string[]): readonly Renaming[] => [
    { name: 'items\0one', path, form: 'one' },
    { name: 'items\0other', path, form: 'other' },
  ]

  test('keeps the comments of its forms and its own', () => {
    const text = `de:
  first: F

  # Shown in the cart
  items: # all
    # single
    one: 1 item # one
    other: "%{count} items"

  last: L
`
    const view: View = { language: 'de', side: 'target' }
    expect(renamed('rails-yaml', text, forms(['things']), view)).toBe(text.replace('items: #', 'things: #'))
    expect(renamed('rails-yaml', text, forms(['cart', 'things']), view)).toBe(`de:
  first: F
  cart:
    # Shown in the cart
    things: # all
      # single
      one: 1 item # one
      other: "%{count} items"

  last: L
`)
  })

  test('keeps its position next to its comment in slang', () => {
    const text = '{"@items":"Shown","items":{"one":"1","other":"n"},"last":"L"}'
    expect(renamed('slang-json', text, forms(['things']))).toBe(text.replaceAll('items"', 'things"'))
  })
})

function renamed(id: string, text: string, names: readonly Renaming[], view?: View): string {
  const format = formatOf(id)
  const edits = names.map(({ name, path, form }): EntryEdit => {
    const unit =
      form === undefined ? undefined : { name: path.join('.'), plural: 'cardinal' as const, form, path }
    return { kind: 'rename', name, path: form === undefined ? path : [...path, form], ...(unit && { unit }) }
  })
  return Buffer.from(format.edit(format.read(Buffer.from(text), view), edits)).toString()
}

function formatOf(id: string) {
  const format = formatById(id)
  if (format === null) throw new Error(id)
  return format
}
