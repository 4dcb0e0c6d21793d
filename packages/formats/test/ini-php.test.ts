import { limitIssues } from '@dragoman/core'
import { describe, expect, test } from 'vitest'
import { ini } from '../src/ini/ini.ts'

// PHP's INI scanner (Zend/zend_ini_scanner.l): between double quotes `\"` is a quote and `${…}` a variable, between
// apostrophes nothing is.

const ESCAPED = String.raw`app.title="Welcome"
app.search="Use quotes, as in \"Ann Lee\", to find a name"
app.link="<a href='%url%'>%name%</a> was saved"
`
const JOOMLA = 'A="One"\nB="Two"\n'

function textsOf(text: string): Record<string, string> {
  const { entries } = ini.read(new Uint8Array(Buffer.from(text)))
  return Object.fromEntries([...entries].map(([name, entry]) => [name, entry.text]))
}

function set(file: string, name: string, text: string): string {
  const document = ini.read(new Uint8Array(Buffer.from(file)))
  return Buffer.from(ini.edit(document, [{ kind: 'set', name, text }])).toString()
}

const changed = (name: string, raw: string): string =>
  ESCAPED.replace(new RegExp(`^${name.replace('.', '\\.')}=.*$`, 'm'), () => `${name}=${raw}`)

test('an escaped quote is read as a quote in a file for PHP', () => {
  expect(textsOf(ESCAPED)).toEqual({
    'app.title': 'Welcome',
    'app.search': 'Use quotes, as in "Ann Lee", to find a name',
    'app.link': "<a href='%url%'>%name%</a> was saved",
  })
})

describe('in a file with escaped quotes', () => {
  test.each([
    [
      'app.search',
      'Use quotes, as in "Bob Lee", to find a name',
      String.raw`"Use quotes, as in \"Bob Lee\", to find a name"`,
    ],
    ['app.search', `Don't use "Bob Lee"`, String.raw`"Don't use \"Bob Lee\""`],
    ['app.title', `It's "fine"`, String.raw`"It's \"fine\""`],
    ['app.title', '"All" quoted "words"', String.raw`"\"All\" quoted \"words\""`],
    ['app.title', '"', String.raw`"\""`],
    ['app.title', String.raw`C:\dir and "more"`, String.raw`"C:\dir and \"more\""`],
    ['app.link', '<a href="%url%">%name%</a>', String.raw`"<a href=\"%url%\">%name%</a>"`],
    ['app.search', 'No quotes', '"No quotes"'],
    ['app.title', `\${HOME} "x"`, `'\${HOME} "x"'`],
    ['app.title', 'Cost $5 "net"', String.raw`"Cost $5 \"net\""`],
    ['app.title', String.raw`ends in "x" \ `.trim(), String.raw`'ends in "x" \'`],
  ])('%s = %j', (name, text, raw) => {
    const out = set(ESCAPED, name, text)
    expect(out).toBe(changed(name, raw))
    expect(textsOf(out)[name]).toBe(text)
  })

  test('a quote that is typed with its backslash is written as it is typed', () => {
    const out = set(ESCAPED, 'app.search', String.raw`Use quotes, as in \"Bob Lee\", to find a name`)
    expect(out).toBe(changed('app.search', String.raw`"Use quotes, as in \"Bob Lee\", to find a name"`))
  })

  test('a new text has escaped quotes', () => {
    const document = ini.read(new Uint8Array(Buffer.from(ESCAPED)))
    const out = ini.edit(document, [{ kind: 'add', path: ['app.new'], text: 'Say "hi"', after: [] }])
    expect(Buffer.from(out).toString()).toContain(String.raw`app.new="Say \"hi\""`)
  })

  test('the other texts read the same after the last escape is gone', () => {
    const out = set(ESCAPED, 'app.search', 'x')
    expect(textsOf(out)).toEqual({ ...textsOf(ESCAPED), 'app.search': 'x' })
  })
})

describe('in a file for PHP with a number without quotes', () => {
  const file = `${ESCAPED}COUNT=3\n`

  test('the other texts read the same', () => {
    expect(textsOf(file)).toEqual({ ...textsOf(ESCAPED), COUNT: '3' })
  })

  test.each([
    ['4', '4'],
    ['no (none)', '"no (none)"'],
    ['yes', '"yes"'],
    ['Say "hi"', String.raw`"Say \"hi\""`],
  ])('COUNT = %j', (text, raw) => {
    const out = set(file, 'COUNT', text)
    expect(out).toBe(`${ESCAPED}COUNT=${raw}\n`)
    expect(textsOf(out).COUNT).toBe(text)
  })
})

describe('in a file for PHP without escaped quotes', () => {
  test.each([
    ['Say "hi"', `'Say "hi"'`],
    [`It's "fine"`, String.raw`"It's \"fine\""`],
  ])('A = %j', (text, raw) => {
    const out = set(JOOMLA, 'A', text)
    expect(out).toBe(`A=${raw}\nB="Two"\n`)
    expect(textsOf(out)).toEqual({ A: text, B: 'Two' })
  })

  test('a text with a variable and both kinds of quotes is refused, and the check reports it', () => {
    const text = `\${HOME} isn't "x"`
    expect(() => set(JOOMLA, 'A', text)).toThrow('not-representable')
    const limits = ini.limitsOf?.(ini.read(new Uint8Array(Buffer.from(JOOMLA))))
    expect(limits && limitIssues(text, limits).map(({ code }) => code)).toEqual(['file-quotes'])
    expect(limits && limitIssues(`It's "fine"`, limits)).toEqual([])
  })
})

describe('a file for PHP', () => {
  const NOTED = 'COM_A="Hello"\nCOM_B="World" ; note\nCOM_C=\'x\';y "z"\n'
  const LINES = 'COM_A="Hello"\nCOM_B="two\nlines"\n'

  test('can have comments after values, which are no text', () => {
    expect(textsOf(NOTED)).toEqual({ COM_A: 'Hello', COM_B: 'World', COM_C: 'x' })
    expect(set(NOTED, 'COM_A', 'Say "hi"')).toBe(NOTED.replace('"Hello"', `'Say "hi"'`))
    expect(set(NOTED, 'COM_B', 'Say "hi"')).toBe(NOTED.replace('"World"', `'Say "hi"'`))
    expect(set(NOTED, 'COM_B', 'Welt; all')).toBe(NOTED.replace('"World"', '"Welt; all"'))
    expect(set(NOTED, 'COM_C', 'New')).toBe(NOTED.replace("'x'", "'New'"))
  })

  test('can have texts over several lines', () => {
    expect(textsOf(LINES)).toEqual({ COM_A: 'Hello', COM_B: 'two\nlines' })
    expect(set(LINES, 'COM_A', 'Say "hi"')).toBe(LINES.replace('"Hello"', `'Say "hi"'`))
    const quoted = set(LINES, 'COM_B', 'three\n"lines"')
    expect(quoted).toBe(LINES.replace('two\nlines', String.raw`three%\"lines\"`.replace('%', '\n')))
    expect(textsOf(quoted)).toEqual({ COM_A: 'Hello', COM_B: 'three\n"lines"' })
  })

  test('has quotes in a value before its comment', () => {
    const file = 'A="say \\"hi\\" ; x" ; note\nB="y"\n'
    expect(textsOf(file)).toEqual({ A: 'say "hi" ; x', B: 'y' })
    expect(set(file, 'A', 'no')).toBe('A="no" ; note\nB="y"\n')
  })

  test('is not shown by a value without quotes: its comments are text', () => {
    expect(textsOf('A="x" ; note\nB="y"\nC=z\n')).toEqual({ A: '"x" ; note', B: 'y', C: 'z' })
  })
})

test('in other files the backslash is a part of the text', () => {
  const file = 'a = x\nb = "say \\"hi\\""\n'
  expect(textsOf(file)).toEqual({ a: 'x', b: 'say \\"hi\\"' })
})

test('a new value in quotes does not make a file one for PHP, which would change the texts with backslashes', () => {
  const file = (value: string) => `help="See \\"this\\""\nnext=${value}\n`
  const written = set(file('Next'), 'next', ' \\"')
  expect(written).toBe(file('` \\"`'))
  expect(textsOf(written)).toEqual({ help: 'See \\"this\\"', next: ' \\"' })
  const add = { kind: 'add', path: ['a'], text: ' \\"', after: [] } as const
  expect(Buffer.from(ini.create(null, [add])).toString()).toBe('a = ` \\"`\n')
})
