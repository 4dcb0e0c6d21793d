import { describe, expect, test } from 'vitest'
import { detectProjects, type EntryEdit, formatById, pluralBasesOf, unitsOf } from '../src/index.ts'

const goI18n = format('go-i18n-json')
const write = (messages: object) => `${JSON.stringify(messages, null, 2)}\n`
const read = (messages: object) => goI18n.read(Buffer.from(write(messages)))
const edited = (messages: object, ...edits: readonly EntryEdit[]): unknown =>
  JSON.parse(new TextDecoder().decode(goI18n.edit(read(messages), edits)))

const ENGLISH = {
  Hello: { description: 'Greets', hash: 'sha1-abc', other: 'Hello {{.Name}}' },
  Cats: { description: 'In the list', one: 'A cat', other: '{{.Count}} cats' },
  Bye: 'Bye',
  nav: { home: 'Home', other: 'Other', deep: { other: 'Deep' } },
}
const form = (name: string, plural: 'one' | 'other' | 'few') =>
  ({ name, plural: 'cardinal', form: plural, path: [name] }) as const

describe('messages of go-i18n 2 by key', () => {
  test('have forms and comments, and no other texts', () => {
    const document = read(ENGLISH)
    const bases = pluralBasesOf(goI18n, { known: [], files: [], sourceLanguage: 'en' })
    const units = unitsOf(goI18n, document.entries.values(), bases)
    expect(units.map(({ name, plural, forms, comment }) => [name, plural, forms, comment])).toEqual([
      ['Hello', 'none', { other: 'Hello {{.Name}}' }, 'Greets'],
      ['Cats', 'cardinal', { one: 'A cat', other: '{{.Count}} cats' }, 'In the list'],
      ['Bye', 'none', { other: 'Bye' }, undefined],
      ['nav.home', 'none', { other: 'Home' }, undefined],
      ['nav.other', 'none', { other: 'Other' }, undefined],
      ['nav.deep', 'none', { other: 'Deep' }, undefined],
    ])
    expect(document.issues).toEqual([])
  })

  test('are changed in place', () => {
    expect(
      edited(
        ENGLISH,
        { kind: 'set', name: 'Hello', text: 'Hi {{.Name}}' },
        { kind: 'set', name: 'Cats\0one', text: 'One cat' },
        { kind: 'set', name: 'Bye', text: 'See you' },
      ),
    ).toEqual({
      ...ENGLISH,
      Hello: { ...ENGLISH.Hello, other: 'Hi {{.Name}}' },
      Cats: { ...ENGLISH.Cats, one: 'One cat' },
      Bye: 'See you',
    })
  })

  test('get a new form in the order of the categories', () => {
    const edit: EntryEdit = {
      kind: 'add',
      path: ['Cats', 'few'],
      unit: form('Cats', 'few'),
      text: 'Few',
      after: [],
    }
    const { Cats } = ENGLISH
    expect(write({ Cats: edited({ Cats }, edit) })).toBe(
      write({
        Cats: { Cats: { description: 'In the list', one: 'A cat', few: 'Few', other: '{{.Count}} cats' } },
      }),
    )
  })

  test('are removed with their descriptions', () => {
    const { Bye, nav } = ENGLISH
    const remove = (name: string): EntryEdit => ({ kind: 'remove', name })
    expect(edited(ENGLISH, remove('Hello'), remove('Cats\0one'), remove('Cats\0other'))).toEqual({ Bye, nav })
  })

  test('are renamed with all of their members', () => {
    const { Hello, Cats, Bye } = ENGLISH
    const renameForm = (category: 'one' | 'other'): EntryEdit => {
      const unit = form('Pets', category)
      return { kind: 'rename', name: `Cats\0${category}`, path: ['Pets', category], unit }
    }
    const rename = (name: string, to: string): EntryEdit => {
      return {
        kind: 'rename',
        name,
        path: [to],
        unit: { name: to, plural: 'none', form: 'other', path: [to] },
      }
    }
    expect(
      edited(
        { Hello, Cats, Bye },
        rename('Hello', 'Greeting'),
        renameForm('one'),
        renameForm('other'),
        rename('Bye', 'End'),
      ),
    ).toEqual({
      Greeting: Hello,
      Pets: Cats,
      End: Bye,
    })
  })

  test('become plural forms', () => {
    const add = (category: 'one' | 'other', text: string): EntryEdit => {
      return {
        kind: 'add',
        path: ['Hello', category],
        unit: form('Hello', category),
        text,
        after: [],
        comment: 'Greets',
      }
    }
    const { Hello } = ENGLISH
    expect(edited({ Hello }, { kind: 'remove', name: 'Hello' }, add('one', 'A'), add('other', 'B'))).toEqual({
      Hello: { one: 'A', other: 'B', description: 'Greets' },
    })
  })

  test.each([
    ['objects', { Hello: ENGLISH.Hello }, { New: { other: 'Neu' } }],
    ['texts', { Bye: 'Bye' }, { New: 'Neu' }],
  ])('are created like the others, which are %s', (_, model, expected) => {
    const unit = { name: 'New', plural: 'none', form: 'other', path: ['New'] } as const
    const edit: EntryEdit = { kind: 'add', path: ['New'], unit, text: 'Neu', after: [] }
    expect(edited(model, edit)).toEqual({ ...expected, ...model })
    expect(JSON.parse(new TextDecoder().decode(goI18n.create(read(model), [edit])))).toEqual(expected)
  })

  test('a list stays a list, and so does a new file without a model', () => {
    const edit: EntryEdit = { kind: 'add', path: ['a'], text: 'A', after: [] }
    expect(new TextDecoder().decode(goI18n.create(null, [edit]))).toMatch(/^\[/)
  })
})

describe('messages of go-i18n 2 by key in YAML', () => {
  const goYaml = format('go-i18n-yaml')
  const edited = (file: string, ...edits: readonly EntryEdit[]) =>
    new TextDecoder().decode(goYaml.edit(goYaml.read(Buffer.from(file)), edits))
  const HELLO = 'hello:\n  description: Greets\n  hash: sha1-abc\n  other: Hello {{.Name}}\n'
  const CATS = 'cats:\n  description: In the list\n  one: A cat\n  other: Cats\n'
  const remove = (name: string): EntryEdit => ({ kind: 'remove', name })
  const addForm = (name: string, category: 'one' | 'other', text: string): EntryEdit => {
    return { kind: 'add', path: [name, category], unit: form(name, category), text, after: [] }
  }

  test('have forms and comments, and no other texts', () => {
    const document = goYaml.read(Buffer.from(`${HELLO}${CATS}bye: Bye\n`))
    const bases = pluralBasesOf(goYaml, { known: [], files: [], sourceLanguage: 'en' })
    const units = unitsOf(goYaml, document.entries.values(), bases)
    expect(units.map(({ name, plural, forms, comment }) => [name, plural, forms, comment])).toEqual([
      ['hello', 'none', { other: 'Hello {{.Name}}' }, 'Greets'],
      ['cats', 'cardinal', { one: 'A cat', other: 'Cats' }, 'In the list'],
      ['bye', 'none', { other: 'Bye' }, undefined],
    ])
    expect(document.issues).toEqual([])
  })

  test('are removed with their descriptions', () => {
    expect(edited(HELLO + CATS, remove('hello'))).toBe(CATS)
    expect(edited(HELLO + CATS, remove('cats\0one'), remove('cats\0other'))).toBe(HELLO)
    expect(edited(HELLO, remove('hello'))).toBe('{}\n')
  })

  test('are renamed with all of their members', () => {
    const renameForm = (category: 'one' | 'other'): EntryEdit => {
      return {
        kind: 'rename',
        name: `cats\0${category}`,
        path: ['pets', category],
        unit: form('pets', category),
      }
    }
    expect(
      edited(
        HELLO + CATS,
        { kind: 'rename', name: 'hello', path: ['greeting'] },
        renameForm('one'),
        renameForm('other'),
      ),
    ).toBe(HELLO.replace('hello', 'greeting') + CATS.replace('cats', 'pets'))
  })

  test('become plural forms', () => {
    expect(edited(HELLO, remove('hello'), addForm('hello', 'one', 'A'), addForm('hello', 'other', 'B'))).toBe(
      'hello:\n  description: Greets\n  hash: sha1-abc\n  one: A\n  other: B\n',
    )
  })

  test('keep their kind of plural', () => {
    expect(() => edited(CATS, remove('cats\0one'))).toThrow('not-representable')
  })

  test.each([
    ['maps', 'a:\n    other: A\n', 'b:\n    other: B\n'],
    ['texts', 'a: A\n', 'b: B\n'],
  ])('are created like the others, which are %s', (_, model, expected) => {
    const edit: EntryEdit = { kind: 'add', path: ['b'], text: 'B', after: ['a'] }
    expect(edited(model, edit)).toBe(model + expected)
    const created = goYaml.create(goYaml.read(Buffer.from(model)), [edit])
    expect(new TextDecoder().decode(created)).toBe(expected)
  })

  test('a list stays a list, and so does a new file without a model', () => {
    const edit: EntryEdit = { kind: 'add', path: ['a'], text: 'A', after: [] }
    expect(new TextDecoder().decode(goYaml.create(null, [edit]))).toBe('- id: a\n  translation: A\n')
    expect(edited('- id: b\n  translation: B\n', edit)).toBe(
      '- id: a\n  translation: A\n- id: b\n  translation: B\n',
    )
  })
})

describe('their files are found', () => {
  const projects = async (files: Readonly<Record<string, string>>) => {
    const text = (path: string) => files[path] ?? ''
    const found = await detectProjects(Object.keys(files), {
      head: async (path) => text(path).slice(0, 4000),
      bytes: async (path) => new TextEncoder().encode(text(path)),
      size: async (path) => new TextEncoder().encode(text(path)).length,
    })
    return found.map((project) => `${project.format} ${project.pattern} ${project.sourceLanguage}`)
  }
  const files = (path: (language: string) => string, messages: object) => {
    return { [path('en')]: write(messages), [path('de')]: write(messages) }
  }
  const GO = ['go-i18n-json i18n/{ns}.{lng}.json en']

  test.each([
    ['with hashes', { Hello: ENGLISH.Hello }, 'active.', GO],
    ['with plural forms only', { Cats: { one: 'A cat', other: '{{.Count}} cats' } }, 'active.', GO],
    ['by a hash', { Hello: ENGLISH.Hello }, '', ['go-i18n-json i18n/{lng}.json en']],
    [
      'by placeholders and descriptions',
      { Hello: { description: 'Greets', other: 'Hello {{ .Name }}' } },
      '',
      ['go-i18n-json i18n/{lng}.json en'],
    ],
    [
      'unlike texts of i18next below such names',
      { reasons: { description: 'Why', other: 'Something else, {{name}}' } },
      '',
      ['i18next-json i18n/{lng}.json en'],
    ],
  ])('%s', async (_, messages, prefix, expected) => {
    expect(await projects(files((language) => `i18n/${prefix}${language}.json`, messages))).toEqual(expected)
  })
})

describe('their files of YAML are found', () => {
  const found = async (name: string, file: string) => {
    const projects = await detectProjects([`i18n/${name}en.yaml`, `i18n/${name}de.yaml`], {
      head: async () => file,
      bytes: async () => new TextEncoder().encode(file),
      size: async () => new TextEncoder().encode(file).length,
    })
    return projects.map((project) => project.format)
  }

  test.each([
    ['with hashes', '', 'a:\n  hash: sha1-abc\n  other: A\n', 'go-i18n-yaml'],
    ['by their names', 'active.', 'a:\n  other: A\n', 'go-i18n-yaml'],
    ['by placeholders', '', '# x\na: A\nb:\n  one: B\n  other: "{{ .Count }} B"\n', 'go-i18n-yaml'],
    ['unlike others', '', 'a:\n  title: A\n  other: "{{ .Count }} B"\n', 'yaml'],
    ['unlike plural forms of other programs', '', 'a:\n  one: A\n  other: B\n', 'yaml'],
  ])('%s', async (_, name, file, expected) => {
    expect(await found(name, file)).toEqual([expected])
  })
})

function format(id: string) {
  const found = formatById(id)
  if (found === null) throw new Error(`${id} is no format`)
  return found
}
