import { unitId } from '@dragoman/core'
import { describe, expect, test } from 'vitest'
import { type Document, type Entry, type Format, formatById, type View } from '../src/index.ts'
import { pluralBasesOf } from '../src/units/plural-bases.ts'
import { unitsOf } from '../src/units/units-of.ts'
import { workbookOf } from './xlsx-file.ts'

// Two entries that differ only in the second part of their identity: a context, an id next to a name, a quantity. An edit
// of one must leave the other as it is. `ONE` and `TWO` are their texts.

type Row = readonly [format: string, parts: string, file: string, view?: Partial<View>]

const xml = (body: string) => `<?xml version="1.0" encoding="utf-8"?>\n${body}`
const po = (...messages: readonly string[]) =>
  [
    'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n',
    ...messages,
  ].join('\n')
const xliff1 = (body: string) =>
  xml(
    `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n<file source-language="en" target-language="de" original="a" datatype="plaintext"><body>\n${body}</body></file>\n</xliff>\n`,
  )
const xliff1Files = (...bodies: readonly string[]) =>
  xml(
    `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n${bodies
      .map(
        (body, i) =>
          `<file source-language="en" target-language="de" original="${i === 0 ? 'a.html' : 'b.html'}" datatype="plaintext"><body>\n${body}</body></file>\n`,
      )
      .join('')}</xliff>\n`,
  )
const xliff2 = (...files: readonly string[]) =>
  xml(
    `<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">\n${files
      .map((body, i) => `<file id="f${i + 1}">\n${body}</file>\n`)
      .join('')}</xliff>\n`,
  )
const unit1 = (attributes: string, text: string, source = 'Open') =>
  `<trans-unit ${attributes}><source>${source}</source><target>${text}</target></trans-unit>\n`
const unit2 = (attributes: string, text: string) =>
  `<unit ${attributes}><segment><source>Open</source><target>${text}</target></segment></unit>\n`
const ts = (...contexts: readonly string[]) =>
  xml(
    `<!DOCTYPE TS>\n<TS version="2.1" language="de_DE" sourcelanguage="en_US">\n${contexts.join('')}</TS>\n`,
  )
const context = (name: string, ...messages: readonly string[]) =>
  `<context>\n    <name>${name}</name>\n${messages.join('')}</context>\n`
const message = (text: string, more = '', attributes = '') =>
  `    <message${attributes}>\n        <source>Open</source>\n${more === '' ? '' : `        ${more}\n`}        <translation>${text}</translation>\n    </message>\n`
const xcstrings = (strings: object) =>
  `${JSON.stringify({ sourceLanguage: 'en', strings, version: '1.0' }, null, 2)}\n`
const xcUnit = (value: string) => ({ stringUnit: { state: 'translated', value } })
const stringsdict = (body: string) =>
  xml(
    `<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n<dict>\n${body}</dict>\n</plist>\n`,
  )
const variable = (name: string, other: string, one = 'x') =>
  `<key>${name}</key>\n<dict>\n<key>NSStringFormatSpecTypeKey</key>\n<string>NSStringPluralRuleType</string>\n<key>NSStringFormatValueTypeKey</key>\n<string>d</string>\n<key>one</key>\n<string>${one}</string>\n<key>other</key>\n<string>${other}</string>\n</dict>\n`
const tmx = (body: string) =>
  xml(
    `<tmx version="1.4"><header srclang="en" creationtool="x" creationtoolversion="1" segtype="block" o-tmf="x" adminlang="en" datatype="xml"/><body>\n${body}</body></tmx>\n`,
  )
const tu = (attributes: string, text: string, source = 'Open') =>
  `<tu${attributes}><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="de"><seg>${text}</seg></tuv></tu>\n`
const tbx = (body: string) =>
  xml(`<martif type="TBX" xml:lang="en"><text><body>\n${body}</body></text></martif>\n`)
const concept = (attributes: string, ...texts: readonly string[]) =>
  `<termEntry${attributes}><langSet xml:lang="en"><tig><term>Open</term></tig></langSet><langSet xml:lang="de">${texts.map((text) => `<tig><term>${text}</term></tig>`).join('')}</langSet></termEntry>\n`
const resx = (body: string) => xml(`<root>\n${body}</root>\n`)
const android = (body: string) => xml(`<resources>\n${body}</resources>\n`)

const ROWS: readonly Row[] = [
  [
    'gettext-po',
    'no context and a context',
    po('msgid "Open"\nmsgstr "ONE"\n', 'msgctxt "menu"\nmsgid "Open"\nmsgstr "TWO"\n'),
  ],
  [
    'gettext-po',
    'two contexts',
    po('msgctxt "state"\nmsgid "Open"\nmsgstr "ONE"\n', 'msgctxt "menu"\nmsgid "Open"\nmsgstr "TWO"\n'),
  ],
  [
    'gettext-po',
    'no context and an empty one',
    po('msgid "Open"\nmsgstr "ONE"\n', 'msgctxt ""\nmsgid "Open"\nmsgstr "TWO"\n'),
  ],
  [
    'gettext-po',
    'contexts with a separator in them',
    po('msgctxt "a|b"\nmsgid "c"\nmsgstr "ONE"\n', 'msgctxt "a"\nmsgid "b|c"\nmsgstr "TWO"\n'),
  ],
  [
    'gettext-po',
    'contexts of plurals',
    po(
      'msgctxt "a"\nmsgid "file"\nmsgid_plural "files"\nmsgstr[0] "x"\nmsgstr[1] "ONE"\n',
      'msgctxt "b"\nmsgid "file"\nmsgid_plural "files"\nmsgstr[0] "y"\nmsgstr[1] "TWO"\n',
    ),
  ],
  [
    'gettext-po',
    'the forms of a plural',
    po('msgid "file"\nmsgid_plural "files"\nmsgstr[0] "ONE"\nmsgstr[1] "TWO"\n'),
  ],

  [
    'xliff-1',
    'a name and two ids',
    xliff1(unit1('id="1" resname="save"', 'ONE') + unit1('id="2" resname="save"', 'TWO')),
  ],
  [
    'xliff-1',
    'an id and the same name of another',
    xliff1(unit1('id="save"', 'ONE') + unit1('id="2" resname="save"', 'TWO')),
  ],
  [
    'xliff-1',
    'ids and names the other way around',
    xliff1(unit1('id="a" resname="b"', 'ONE') + unit1('id="b" resname="a"', 'TWO')),
  ],
  ['xliff-1', 'ids with the same source', xliff1(unit1('id="1"', 'ONE') + unit1('id="2"', 'TWO'))],
  ['xliff-1', 'one id in two files', xliff1Files(unit1('id="1"', 'ONE'), unit1('id="1"', 'TWO', 'Close'))],
  [
    'xliff-1',
    'one id and name in two files',
    xliff1Files(unit1('id="1" resname="save"', 'ONE'), unit1('id="1" resname="save"', 'TWO', 'Close')),
  ],
  [
    'xliff-2',
    'a name and two ids',
    xliff2(unit2('id="1" name="save"', 'ONE') + unit2('id="2" name="save"', 'TWO')),
  ],
  [
    'xliff-2',
    'an id and the same name of another',
    xliff2(unit2('id="save"', 'ONE') + unit2('id="2" name="save"', 'TWO')),
  ],
  ['xliff-2', 'one id in two files', xliff2(unit2('id="1"', 'ONE'), unit2('id="1"', 'TWO'))],

  ['qt-ts', 'two contexts', ts(context('Menu', message('ONE')), context('State', message('TWO')))],
  [
    'qt-ts',
    'a context and a name with a dot',
    ts(context('A', message('ONE')), context('A.B', message('TWO'))),
  ],
  [
    'qt-ts',
    'no comment and a comment',
    ts(context('Menu', message('ONE'), message('TWO', '<comment>verb</comment>'))),
  ],
  [
    'qt-ts',
    'two comments',
    ts(context('Menu', message('ONE', '<comment>noun</comment>'), message('TWO', '<comment>verb</comment>'))),
  ],
  [
    'qt-ts',
    'two ids with the same source',
    ts(context('', message('ONE', '', ' id="a"'), message('TWO', '', ' id="b"'))),
  ],

  [
    'godot-csv',
    'no context and a context',
    'keys,?context,en,de\nOpen,,Open,ONE\nOpen,menu,Open,TWO\n',
    { language: 'de' },
  ],
  [
    'godot-csv',
    'two contexts',
    'keys,?context,en,de\nOpen,state,Open,ONE\nOpen,menu,Open,TWO\n',
    { language: 'de' },
  ],

  ['csv', 'two contexts', 'key,context,en,de\nopen,menu,Open,ONE\nopen,state,Open,TWO\n'],
  ['csv', 'no context and a context', 'key,context,en,de\nopen,,Open,ONE\nopen,state,Open,TWO\n'],
  ['csv', 'a namespace and a key', 'namespace,key,en,de\nshop,open,Open,ONE\nadmin,open,Open,TWO\n'],
  ['csv', 'keys that differ in case', 'key,en,de\nopen,Open,ONE\nOpen,Open,TWO\n'],

  [
    'resx',
    'names that differ in case',
    resx('  <data name="open"><value>ONE</value></data>\n  <data name="Open"><value>TWO</value></data>\n'),
  ],
  [
    'resx',
    'a text and a property of it',
    resx(
      '  <data name="open"><value>ONE</value></data>\n  <data name="open.Text"><value>TWO</value></data>\n',
    ),
  ],
  [
    'resx',
    'a control and its name with brackets',
    resx(
      '  <data name="$this.Text"><value>ONE</value></data>\n  <data name="this.Text"><value>TWO</value></data>\n',
    ),
  ],

  [
    'android-xml',
    'two products',
    android(
      '    <string name="open" product="tablet">ONE</string>\n    <string name="open" product="default">TWO</string>\n',
    ),
  ],
  [
    'android-xml',
    'no product and a product',
    android('    <string name="open">ONE</string>\n    <string name="open" product="tablet">TWO</string>\n'),
  ],
  [
    'android-xml',
    'two quantities',
    android(
      '    <plurals name="files">\n        <item quantity="one">ONE</item>\n        <item quantity="other">TWO</item>\n    </plurals>\n',
    ),
  ],
  [
    'android-xml',
    'quantities of two products',
    android(
      '    <plurals name="files" product="tablet">\n        <item quantity="other">ONE</item>\n    </plurals>\n    <plurals name="files" product="default">\n        <item quantity="other">TWO</item>\n    </plurals>\n',
    ),
  ],
  [
    'android-xml',
    'a text and a plural of one name',
    android(
      '    <string name="files">ONE</string>\n    <plurals name="files">\n        <item quantity="other">TWO</item>\n    </plurals>\n',
    ),
  ],
  [
    'android-xml',
    'items of an array',
    android(
      '    <string-array name="days">\n        <item>ONE</item>\n        <item>TWO</item>\n    </string-array>\n',
    ),
  ],
  [
    'compose-xml',
    'two quantities',
    android(
      '    <plurals name="files">\n        <item quantity="one">ONE</item>\n        <item quantity="other">TWO</item>\n    </plurals>\n',
    ),
  ],

  [
    'arb',
    'a text and one that looks like its attributes',
    '{\n  "@@locale": "de",\n  "open": "ONE",\n  "@open": { "description": "x" },\n  "openTitle": "TWO"\n}\n',
  ],
  ['arb', 'names that differ in case', '{\n  "open": "ONE",\n  "Open": "TWO"\n}\n'],
  ['arb', 'a name with a dot and an object', '{\n  "a.b": "ONE",\n  "a_b": "TWO"\n}\n'],

  [
    'apple-xcstrings',
    'two quantities',
    xcstrings({
      files: {
        localizations: { de: { variations: { plural: { one: xcUnit('ONE'), other: xcUnit('TWO') } } } },
      },
    }),
  ],
  [
    'apple-xcstrings',
    'two devices',
    xcstrings({
      tap: {
        localizations: { de: { variations: { device: { iphone: xcUnit('ONE'), other: xcUnit('TWO') } } } },
      },
    }),
  ],
  [
    'apple-xcstrings',
    'a quantity on two devices',
    xcstrings({
      tap: {
        localizations: {
          de: {
            variations: {
              device: {
                iphone: { variations: { plural: { other: xcUnit('ONE') } } },
                other: { variations: { plural: { other: xcUnit('TWO') } } },
              },
            },
          },
        },
      },
    }),
  ],
  [
    'apple-xcstrings',
    'two substitutions',
    xcstrings({
      tap: {
        localizations: {
          de: {
            stringUnit: { state: 'translated', value: '%#@a@ %#@b@' },
            substitutions: {
              a: { argNum: 1, formatSpecifier: 'lld', variations: { plural: { other: xcUnit('ONE') } } },
              b: { argNum: 2, formatSpecifier: 'lld', variations: { plural: { other: xcUnit('TWO') } } },
            },
          },
        },
      },
    }),
  ],

  [
    'apple-stringsdict',
    'two quantities',
    stringsdict(
      `<key>files</key>\n<dict>\n<key>NSStringLocalizedFormatKey</key>\n<string>%#@n@</string>\n${variable('n', 'TWO', 'ONE')}</dict>\n`,
    ),
  ],
  [
    'apple-stringsdict',
    'two variables',
    stringsdict(
      `<key>files</key>\n<dict>\n<key>NSStringLocalizedFormatKey</key>\n<string>%#@a@ %#@b@</string>\n${variable('a', 'ONE')}${variable('b', 'TWO')}</dict>\n`,
    ),
  ],
  [
    'apple-stringsdict',
    'a variable of two keys',
    stringsdict(
      ['x', 'y']
        .map(
          (key, i) =>
            `<key>${key}</key>\n<dict>\n<key>NSStringLocalizedFormatKey</key>\n<string>%#@n@</string>\n${variable('n', i === 0 ? 'ONE' : 'TWO')}</dict>\n`,
        )
        .join(''),
    ),
  ],
  ['apple-strings', 'keys that differ in case', '"open" = "ONE";\n"Open" = "TWO";\n'],

  ['tmx', 'two ids with the same source', tmx(tu(' tuid="a"', 'ONE') + tu(' tuid="b"', 'TWO'))],
  ['tmx', 'one id twice', tmx(tu(' tuid="a"', 'ONE') + tu(' tuid="a"', 'TWO', 'Close'))],
  ['tmx', 'no ids and one source', tmx(tu('', 'ONE') + tu('', 'TWO'))],
  ['tmx', 'an id and no id', tmx(tu(' tuid="a"', 'ONE') + tu('', 'TWO'))],
  ['tbx', 'two ids with the same term', tbx(concept(' id="a"', 'ONE') + concept(' id="b"', 'TWO'))],
  ['tbx', 'two terms of one concept', tbx(concept(' id="a"', 'ONE', 'TWO'))],
  ['tbx', 'no ids and one term', tbx(concept('', 'ONE') + concept('', 'TWO'))],

  ['ini', 'two sections', '[menu]\nopen=ONE\n[state]\nopen=TWO\n'],
  ['ini', 'no section and a section', 'open=ONE\n[state]\nopen=TWO\n'],
  ['ini', 'a section in two places', '[a]\nx=ONE\n[b]\nx=y\n[a]\nz=TWO\n'],

  ['fluent', 'a value and an attribute', 'open = ONE\n    .title = TWO\n'],
  ['fluent', 'a message and a term', 'open = ONE\n-open = TWO\n'],
  ['fluent', 'attributes of two messages', 'a = x\n    .title = ONE\nb = y\n    .title = TWO\n'],
  ['java-properties', 'a name with a dot and one below it', 'open=ONE\nopen.title=TWO\n'],
  ['i18next-json', 'two contexts', '{\n  "open_male": "ONE",\n  "open_female": "TWO"\n}\n'],
]

/**
 * Entries that have one name in every program that names them as Dragoman does: names are paths joined by dots, and an id
 * of Qt is the whole identity. The one that counts is read, and the other is reported.
 */
const SAME_NAMES: readonly Row[] = [
  [
    'qt-ts',
    'one id in two contexts',
    ts(context('A', message('ONE', '', ' id="a"')), context('B', message('TWO', '', ' id="a"'))),
  ],
  [
    'android-xml',
    'an item and a text of its name',
    android(
      '    <string name="days.0">ONE</string>\n    <string-array name="days">\n        <item>TWO</item>\n    </string-array>\n',
    ),
  ],
  ['ini', 'a section and a key with a dot', '[a]\nb.c=ONE\n[a.b]\nc=TWO\n'],
  ['i18next-json', 'a nested name and one with a dot', '{\n  "a": { "b": "ONE" },\n  "a.b": "TWO"\n}\n'],
  ['json', 'a nested name and one with a dot', '{\n  "a": { "b": "ONE" },\n  "a.b": "TWO"\n}\n'],
  ['yaml', 'a nested name and one with a dot', 'a:\n  b: ONE\na.b: TWO\n'],
  ['toml', 'a nested name and one with a dot', '"a.b" = "ONE"\n[a]\nb = "TWO"\n'],
  [
    'php-array',
    'a nested name and one with a dot',
    "<?php\nreturn [\n    'a' => ['b' => 'ONE'],\n    'a.b' => 'TWO',\n];\n",
  ],
]

function formatOf(id: string): Format {
  const format = formatById(id)
  if (format === null) throw new Error(`No format ${id}`)
  return format
}

function entryWith(document: Document, text: string): Entry {
  const found = [...document.entries.values()].filter((entry) => entry.text === text)
  const [entry] = found
  if (entry === undefined || found.length > 1)
    throw new Error(`${found.length} entries have the text ${text}`)
  return entry
}

const textsOf = ({ entries }: Document) => [...entries.values()].map(({ text }) => text)

const FILES = ROWS.map(([id, parts, file, more]) => ({ id, parts, file, more: more ?? {} }))

describe.each(FILES)('$id: $parts', ({ id, file, more }) => {
  const format = formatOf(id)
  const view: View = { language: 'de', side: 'target', ...more }
  const read = (text: string) => format.read(new Uint8Array(Buffer.from(text)), view)
  const document = read(file)

  test('both are read, under names of their own', () => {
    expect(textsOf(document)).toEqual(expect.arrayContaining(['ONE', 'TWO']))
    const files = [{ language: 'de', entries: [...document.entries.values()] }]
    const bases = pluralBasesOf(format, { known: [], files, sourceLanguage: 'en' })
    const units = unitsOf(format, document.entries.values(), bases)
    expect(new Set(units.map(unitId)).size).toBe(units.length)
    const texts = units.flatMap(({ forms }) => Object.values(forms))
    expect(texts).toEqual(expect.arrayContaining(['ONE', 'TWO']))
  })

  test.each([
    ['ONE', 'TWO'],
    ['TWO', 'ONE'],
  ])('setting %s leaves %s', (own, other) => {
    const { name } = entryWith(document, own)
    const after = Buffer.from(format.edit(document, [{ kind: 'set', name, text: 'NEW' }])).toString()
    expect(after).toBe(file.replace(own, 'NEW'))
    expect(entryWith(read(after), other).name).toBe(entryWith(document, other).name)
    expect(entryWith(read(after), 'NEW').name).toBe(name)
  })
})

describe.each(SAME_NAMES.map(([id, parts, file, more]) => ({ id, parts, file, more: more ?? {} })))(
  '$id: $parts is one name',
  ({ id, file, more }) => {
    const format = formatOf(id)
    const read = (text: string) =>
      format.read(new Uint8Array(Buffer.from(text)), { language: 'de', side: 'target', ...more })

    test('which is reported, and an edit changes the one that was read', () => {
      const document = read(file)
      expect(document.issues.map(({ code }) => code)).toEqual([
        expect.stringMatching(/^(duplicate-key|name-collision)$/),
      ])
      const [entry] = [...document.entries.values()].filter(({ text }) => text === 'ONE' || text === 'TWO')
      const after = format.edit(document, [{ kind: 'set', name: entry?.name ?? '', text: 'NEW' }])
      expect(Buffer.from(after).toString()).toBe(file.replace(entry?.text ?? '', 'NEW'))
    })
  },
)

describe('rows of a table with one key and several contexts', () => {
  const HEAD = 'key,context,en,de\n'
  const view = { language: 'de', side: 'target' } as const
  const read = (file: string) => formatOf('csv').read(new Uint8Array(Buffer.from(file)), view)
  const edited = (file: string, ...edits: Parameters<Format['edit']>[1]) =>
    Buffer.from(formatOf('csv').edit(read(file), edits)).toString()
  const namesIn = (file: string) => [...read(file).entries.keys()]
  const MENU = 'menu\u0004open'
  const STATE = 'state\u0004open'
  const BOTH = `${HEAD}open,menu,Open,Öffnen\nopen,state,Open,Offen\n`

  test('are named by context and key, others by their key', () => {
    expect(namesIn(`${BOTH}close,menu,Close,Schließen\n`)).toEqual([MENU, STATE, 'close'])
    expect(namesIn(`${HEAD}open,menu,Open,Öffnen\n`)).toEqual(['open'])
  })

  test('have the same names in every language, whatever is translated', () => {
    const file = `${HEAD}open,menu,Open,\nopen,state,Open,Offen\n`
    expect(namesIn(file)).toEqual([STATE])
    const english = formatOf('csv').read(new Uint8Array(Buffer.from(file)), {
      language: 'en',
      side: 'source',
    })
    expect([...english.entries.keys()]).toEqual([MENU, STATE])
  })

  test('of one context are duplicates, as before', () => {
    const document = read(`${HEAD}open,menu,Open,Öffnen\nopen,menu,Open,Auf\n`)
    expect([...document.entries.values()].map(({ name, text }) => [name, text])).toEqual([['open', 'Auf']])
    expect(document.issues.map(({ code }) => code)).toEqual(['duplicate-key'])
  })

  test('keep their names when one of them is emptied', () => {
    const after = edited(BOTH, { kind: 'remove', name: MENU })
    expect(after).toBe(`${HEAD}open,menu,Open,\nopen,state,Open,Offen\n`)
    expect(namesIn(after)).toEqual([STATE])
  })

  test('are added below each other, with their contexts in the column', () => {
    const after = edited(BOTH, {
      kind: 'add',
      path: ['door\u0004open'],
      text: 'Aufgesperrt',
      after: [STATE],
    })
    expect(after).toBe(`${BOTH}open,door,,Aufgesperrt\n`)
    expect(namesIn(after)).toEqual([MENU, STATE, 'door\u0004open'])
  })

  test('are renamed one by one', () => {
    const after = edited(BOTH, { kind: 'rename', name: STATE, path: ['door\u0004open'] })
    expect(after).toBe(BOTH.replace('state', 'door'))
  })

  test('in a workbook, an edit changes only its own', () => {
    const cells = (texts: readonly string[]) =>
      `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
    const rows = [
      ['key', 'context', 'en', 'de'],
      ['open', 'menu', 'Open', 'ONE'],
      ['open', 'state', 'Open', 'TWO'],
      ['close', 'menu', 'Close', 'x'],
    ]
    const xlsx = formatOf('xlsx')
    const document = xlsx.read(workbookOf({ rows: rows.map(cells).join('') }), view)
    const texts = (of: Document) =>
      Object.fromEntries([...of.entries.values()].map(({ name, text }) => [name, text]))
    expect(texts(document)).toEqual({ [MENU]: 'ONE', [STATE]: 'TWO', close: 'x' })
    const after = xlsx.read(xlsx.edit(document, [{ kind: 'set', name: STATE, text: 'NEW' }]), view)
    expect(texts(after)).toEqual({ [MENU]: 'ONE', [STATE]: 'NEW', close: 'x' })
  })
})
