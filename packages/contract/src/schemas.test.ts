import { LIMITS } from '@dragoman/core'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { DIFFICULT_TEXTS } from '../test/difficult-texts.ts'
import { windowSchema } from './areas/presence.ts'
import {
  formsSchema,
  idSchema,
  keyNameSchema,
  languageSchema,
  memberRefSchema,
  nameSchema,
  namespaceSchema,
  newFormsSchema,
  newNamespaceSchema,
  pageQuery,
  pathSchema,
  rightsSchema,
  slugSchema,
  tagsSchema,
} from './schemas.ts'

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('forms', () => {
  test.each(DIFFICULT_TEXTS)('keeps a text unchanged: %s', (_title, text) => {
    expect(formsSchema.parse({ one: text, other: text })).toEqual({ one: text, other: text })
  })

  test.each(['Other', 'constructor', 'toString', '', '6'])('refuses the form %j', (form) => {
    expect(accepts(formsSchema, { [form]: 'text' })).toBe(false)
  })

  test('never sets the prototype of objects', () => {
    const { data } = formsSchema.safeParse(JSON.parse('{"other":"a","__proto__":{"one":"b"}}'))
    expect(data?.one).toBeUndefined()
  })

  test('refuses a new text above the limit', () => {
    expect(accepts(newFormsSchema, { other: 'a'.repeat(LIMITS.formMax + 1) })).toBe(false)
  })

  test.each([null, 1, ['text'], { other: 1 }, { other: null }])('refuses %j', (value) => {
    expect(accepts(formsSchema, value)).toBe(false)
  })
})

describe('the name of a person or project', () => {
  test.each([
    ['Ünal "Ü" O’Neill', 'Ünal "Ü" O’Neill'],
    ['  spaces around ', 'spaces around'],
    ['E\u0301cole', 'École'],
    ['مرحبًا', 'مرحبًا'],
    ['__proto__', '__proto__'],
    ['other', 'other'],
    ["x'); drop table user; --", "x'); drop table user; --"],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
  ])('stores %j as %j', (typed, stored) => {
    expect(nameSchema.parse(typed)).toBe(stored)
  })

  test.each([
    '',
    '   ',
    '\u202eevil',
    'a\u0000b',
    'line\nbreak',
    '\u200b',
    '\u3164',
    'a'.repeat(LIMITS.nameMax + 1),
    null,
    1,
  ])('refuses %j', (typed) => {
    expect(accepts(nameSchema, typed)).toBe(false)
  })
})

describe('the name of a key', () => {
  test.each(DIFFICULT_TEXTS.filter(([, text]) => text !== '' && text.length <= LIMITS.keyNameMax))(
    'can be any text: %s',
    (_title, text) => {
      expect(keyNameSchema.parse(text)).toBe(text)
    },
  )

  test.each(['', 'a'.repeat(LIMITS.keyNameMax + 1), null, 1])(
    'cannot be empty, too long or no text',
    (name) => {
      expect(accepts(keyNameSchema, name)).toBe(false)
    },
  )
})

describe('a namespace', () => {
  test.each(['other', 'größe', '__proto__', 'constructor', 'مرحبًا', 'web/app.v1+x_y-z', '翻訳'])(
    'can be %j',
    (name) => {
      expect(accepts(namespaceSchema, name)).toBe(true)
    },
  )

  test.each(['', 'a b', '"quoted"', "d'or", '100%', 'a\\b', '\u202ea', '👩', 'a\u0000', 'a'.repeat(101)])(
    'cannot be %j',
    (name) => {
      expect(accepts(namespaceSchema, name)).toBe(false)
    },
  )
})

describe('a namespace that keys are put into', () => {
  test.each(['other', 'größe', 'web/app.v1+x_y-z'])('can be %j', (name) => {
    expect(newNamespaceSchema.parse(name)).toBe(name)
  })

  test.each(['..', '../../x', 'a/../b', 'a//b', '/a', '.git/hooks/x', 'node_modules/x'])(
    'cannot leave the folder or be where files are ignored: %j',
    (name) => {
      expect(accepts(newNamespaceSchema, name)).toBe(false)
    },
  )
})

describe('a URL name', () => {
  test.each(['ab', 'other', 'constructor', 'a-1', '0'.repeat(50)])('can be %j', (slug) => {
    expect(accepts(slugSchema, slug)).toBe(true)
  })

  test.each(['', 'a', 'A-b', 'größe', '__proto__', '-a', 'a-', 'a--b', 'a b', 'ab\n', '0'.repeat(51)])(
    'cannot be %j',
    (slug) => {
      expect(accepts(slugSchema, slug)).toBe(false)
    },
  )
})

describe('an id', () => {
  test.each([1, '1', '007', 2 ** 53 - 1])('can be %j', (id) => {
    expect(idSchema.parse(id)).toBe(Number(id))
  })

  test.each([0, -1, 1.5, '', ' ', 'other', '__proto__', null, Number.NaN, 2 ** 53])('cannot be %j', (id) => {
    expect(accepts(idSchema, id)).toBe(false)
  })
})

describe('a reference to a member', () => {
  const schema = memberRefSchema('user', 'group')

  test.each(['user:1', 'group:9007199254740991'])('can be %j', (ref) => {
    expect(schema.parse(ref)).toBe(ref)
  })

  test.each([
    'invitation:1',
    'user:0',
    'user:01',
    'user:-1',
    'user:',
    'user:1\n',
    '__proto__:1',
    'USER:1',
    '',
  ])('cannot be %j', (ref) => {
    expect(accepts(schema, ref)).toBe(false)
  })
})

test('a path contains names and positions', () => {
  expect(accepts(pathSchema, ['a', 0, '__proto__'])).toBe(true)
})

test.each([[['']], [[-1]], [[1.5]], [[]], ['a']])('a path cannot be %j', (path) => {
  expect(accepts(pathSchema, path)).toBe(false)
})

test('a path is as long as JSON nests at most', () => {
  expect(accepts(pathSchema, Array(LIMITS.nestingMax).fill('a'))).toBe(true)
  expect(accepts(pathSchema, Array(LIMITS.nestingMax + 1).fill('a'))).toBe(false)
})

test('a key has a limited number of tags', () => {
  expect(accepts(tagsSchema, Array(LIMITS.tagsPerKey).fill('"Ü"'))).toBe(true)
  expect(accepts(tagsSchema, Array(LIMITS.tagsPerKey + 1).fill('a'))).toBe(false)
})

test.each(['', ' ', 'a\u0000b', 'x'.repeat(LIMITS.tagMax + 1)])('a tag cannot be %j', (tag) => {
  expect(accepts(tagsSchema, [tag])).toBe(false)
})

test.each(['', 'a', 'x'.repeat(LIMITS.languageTagMax + 1)])('a language code cannot be %j', (tag) => {
  expect(accepts(languageSchema, tag)).toBe(false)
})

test.each([
  [undefined, LIMITS.pageDefault],
  ['1', 1],
  [String(LIMITS.pageMax), LIMITS.pageMax],
])('a page of %j rows has %i', (asked, limit) => {
  expect(pageQuery.limit.parse(asked)).toBe(limit)
})

test.each(['0', '-1', '1.5', 'other', '', String(LIMITS.pageMax + 1), 'Infinity'])(
  'a page cannot have %j rows',
  (asked) => {
    expect(accepts(pageQuery.limit, asked)).toBe(false)
  },
)

test('rights in every language and namespace have no limits', () => {
  const rights = { role: 'reviewer', languages: null, namespaces: null }
  expect(rightsSchema.parse(rights)).toEqual(rights)
})

test.each(['owner', 'constructor', '__proto__', 'Reviewer', ''])('rights cannot have the role %j', (role) => {
  expect(accepts(rightsSchema, { role, languages: null, namespaces: null })).toBe(false)
})

test.each([
  '0'.repeat(15),
  '0'.repeat(65),
  'A'.repeat(16),
  'g'.repeat(16),
  `${'0'.repeat(16)}\n`,
  '__proto__',
])('the id of a window cannot be %j', (id) => {
  expect(accepts(windowSchema, id)).toBe(false)
})
