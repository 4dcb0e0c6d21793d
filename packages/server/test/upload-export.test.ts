import { api } from '@dragoman/contract'
import { formatById } from '@dragoman/formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOfJob, uploadFiles } from './import-client.ts'
import { COMMON_FORMATS, roundTrip } from './round-trip.ts'
import { openTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
})
afterAll(() => server.close())

test.each(COMMON_FORMATS)('%s: what was uploaded is exported with the same bytes', async (format) => {
  const results = await roundTrip(server, format)
  expect(results.length).toBeGreaterThan(0)
  expect(results.filter(({ isSame }) => !isSame).map(({ name }) => name)).toEqual([])
})

test('an edit changes its own line, what was emptied or deleted is removed, and new keys are added', async () => {
  const params = { project: 'shop' }
  const lines = [
    '{',
    '    "empty": "",',
    '    "b" : "Zwei",',
    '',
    '    "a": "Eins",',
    '    "key\\nwith a line break": "Drei",',
    '    "gone": "Weg",',
    '    "removed": ""',
    '}',
    '',
  ]
  const upload = await uploadFiles(server, 'shop', {
    'en/app.json': '{"a":"One"}',
    'de/app.json': lines.join('\n'),
  })
  await endOfJob(server, 'shop', (await upload.start()).id)
  const exported = async () => {
    const { content } = await server.call(api.files.export, {
      params,
      query: { format: 'i18next-json', language: 'de', namespace: 'app' },
    })
    return Buffer.from(content, 'base64').toString().split('\n')
  }
  expect(await exported()).toEqual(lines)
  const { rows } = await server.call(api.translations.page, { params, query: { language: 'de', limit: 50 } })
  const find = (name: string) => {
    const row = rows.find(({ key }) => key.name === name)
    if (!row) throw new Error(`no key ${name}`)
    return row
  }
  await server.call(api.translations.save, {
    params: { ...params, key: find('a').key.id, language: 'de' },
    body: { forms: { other: 'Neu' }, baseVersion: find('a').target.version },
  })
  for (const name of ['gone', 'removed'])
    await server.call(api.keys.remove, { params: { ...params, key: find(name).key.id } })
  const { key } = await server.call(api.keys.create, {
    params,
    body: { namespace: 'app', name: 'more', plural: 'none', forms: { other: 'More' } },
  })
  await server.call(api.translations.save, {
    params: { ...params, key: key.id, language: 'de' },
    body: { forms: { other: 'Mehr' }, baseVersion: 0 },
  })
  // The new one follows its neighbour in the catalog, in the neighbour's style; every other line is
  // unchanged.
  const after = await exported()
  expect(after.filter((line) => !line.includes('"more"')).map(withoutComma)).toEqual(
    lines
      .filter((line) => !/"gone"|"removed"/.test(line))
      .map((line) => withoutComma(line.replace('Eins', 'Neu'))),
  )
  expect(after.filter((line) => /"more" ?: "Mehr"/.test(line))).toHaveLength(1)
  expect(JSON.parse(after.join('\n'))).toMatchObject({ a: 'Neu', b: 'Zwei', more: 'Mehr', empty: '' })
})

test('renamed keys keep what the file contains about them, also if they were edited', async () => {
  const params = { project: 'extension' }
  await server.call(api.projects.create, {
    body: { slug: 'extension', name: 'Extension', sourceLanguage: 'en' },
  })
  await server.call(api.projects.update, { params, body: { syntax: 'chrome' } })
  const messages = (name: string, text: string) =>
    `{\n  "${name}": {\n    "message": "${text}",\n    "placeholders": {\n      "user": { "content": "$1" }\n    }\n  }\n}\n`
  const upload = await uploadFiles(server, 'extension', {
    '_locales/en/messages.json': messages('hello', 'Hello $USER$'),
    '_locales/de/messages.json': messages('hello', 'Hallo $USER$'),
  })
  await endOfJob(server, 'extension', (await upload.start()).id)
  const { rows } = await server.call(api.translations.page, {
    params,
    query: { language: 'de', q: 'key:hello', limit: 1 },
  })
  const { key, target } = rows[0] ?? {}
  if (key === undefined || target === undefined) throw new Error('no key hello')
  const ofKey = { ...params, key: key.id }
  for (const name of ['welcome', 'greet'])
    await server.call(api.keys.update, { params: ofKey, body: { name, keepOldName: false } })
  await server.call(api.translations.save, {
    params: { ...ofKey, language: 'de' },
    body: { forms: { other: 'Willkommen, $USER$' }, baseVersion: target.version },
  })
  const exported = async (language: string) => {
    const query = { format: 'chrome-json', language, namespace: key.namespace }
    const { content, report } = await server.call(api.files.export, { params, query })
    return [Buffer.from(content, 'base64').toString(), report]
  }
  expect(await exported('en')).toEqual([messages('greet', 'Hello $USER$'), []])
  expect(await exported('de')).toEqual([messages('greet', 'Willkommen, $USER$'), []])
})

test('a file with several languages is exported without one that was removed', async () => {
  await server.call(api.projects.create, { body: { slug: 'table', name: 'Table', sourceLanguage: 'en' } })
  const params = { project: 'table' }
  const upload = await uploadFiles(server, 'table', {
    'app.csv': 'key,en,de,fr\nhello,Hello,Hallo,Salut\n',
  })
  await endOfJob(server, 'table', (await upload.start()).id)
  const exported = async () => {
    const query = { format: 'csv', language: 'en', namespace: 'app' }
    const { content } = await server.call(api.files.export, { params, query })
    return Buffer.from(content, 'base64').toString()
  }
  expect(await exported()).toBe('key,en,de,fr\nhello,Hello,Hallo,Salut\n')
  await server.call(api.languages.remove, { params: { ...params, language: 'fr' } })
  expect(await exported()).toBe('key,en,de\nhello,Hello,Hallo\n')
})

/** Files with a source text next to each translation: "a" and "b" are done, "c" is a draft, "d" is empty. */
const BILINGUAL: readonly (readonly [format: string, path: string, text: string])[] = [
  [
    'gettext-po',
    'de.po',
    [
      'msgid ""',
      'msgstr ""',
      '"Language: de\\n"',
      '"Content-Type: text/plain; charset=UTF-8\\n"',
      '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"',
      '',
      'msgid "One"',
      'msgstr "Eins"',
      '',
      'msgid "Two"',
      'msgstr   "Zwei"',
      '',
      '#, fuzzy',
      'msgid "Three"',
      'msgstr "Drei"',
      '',
      'msgid "Four"',
      'msgstr ""',
      '',
    ].join('\n'),
  ],
  [
    'xliff-1',
    'de.xlf',
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">',
      '  <file source-language="en" target-language="de" datatype="plaintext" original="app">',
      '    <body>',
      '      <trans-unit id="a"><source>One</source><target state="translated">Eins</target></trans-unit>',
      '      <trans-unit id="b"><source>Two</source><target  state="translated">Zwei</target></trans-unit>',
      '      <trans-unit id="c"><source>Three</source><target state="needs-review-translation">Drei</target></trans-unit>',
      '      <trans-unit id="d"><source>Four</source></trans-unit>',
      '    </body>',
      '  </file>',
      '</xliff>',
      '',
    ].join('\n'),
  ],
  [
    'qt-ts',
    'app_de.ts',
    [
      '<?xml version="1.0" encoding="utf-8"?>',
      '<!DOCTYPE TS>',
      '<TS version="2.1" language="de_DE" sourcelanguage="en">',
      '<context>',
      '    <name>Window</name>',
      '    <message><source>One</source><translation>Eins</translation></message>',
      '    <message><source>Two</source> <translation>Zwei</translation></message>',
      '    <message><source>Three</source><translation type="unfinished">Drei</translation></message>',
      '    <message><source>Four</source><translation type="unfinished"></translation></message>',
      '</context>',
      '</TS>',
      '',
    ].join('\n'),
  ],
  [
    'gotext-json',
    'messages.gotext.json',
    `${JSON.stringify(
      {
        language: 'de',
        messages: [
          { id: 'a', message: 'One', translation: 'Eins' },
          { id: 'b', message: 'Two', translation: 'Zwei' },
          { id: 'c', message: 'Three', translation: 'Drei', fuzzy: true },
          { id: 'd', message: 'Four', translation: '' },
        ],
      },
      null,
      2,
    )}\n`,
  ],
]

/** Imports a bilingual file into a project of its own. */
async function openBilingual(slug: string, [format, path, text]: (typeof BILINGUAL)[number]) {
  const project = `${slug}-${format}`
  await server.call(api.projects.create, { body: { slug: project, name: project, sourceLanguage: 'en' } })
  const upload = await uploadFiles(server, project, { [path]: text })
  const { parts } = await upload.plan()
  await endOfJob(server, project, (await upload.start()).id)
  const language = parts.find((part) => part.language !== 'en')?.language ?? ''
  const namespace = parts[0]?.namespace ?? ''
  const params = { project }
  const rowOf = async (source: string) => {
    const { rows } = await server.call(api.translations.page, { params, query: { language, limit: 50 } })
    const found = rows.find((row) => row.source.forms.other === source)
    if (found === undefined) throw new Error(`no key with the text ${source}`)
    return found
  }
  return {
    text,
    namespace,
    rowOf,
    async save(source: string, to: string, state?: 'draft' | 'translated' | 'reviewed') {
      const { key, target } = await rowOf(source)
      await server.call(api.translations.save, {
        params: { project, key: key.id, language },
        body: {
          forms: { other: to },
          baseVersion: target.version,
          ...(state === undefined ? {} : { state }),
        },
      })
    },
    async saveSource(source: string, to: string) {
      const { key, source: old } = await rowOf(source)
      await server.call(api.translations.save, {
        params: { project, key: key.id, language: 'en' },
        body: { forms: { other: to }, baseVersion: old.version },
      })
    },
    async exported() {
      const { content } = await server.call(api.files.export, {
        params,
        query: { format, language, namespace },
      })
      return Buffer.from(content, 'base64').toString()
    },
  }
}

test.each(BILINGUAL)('%s: an edit keeps all other translations', async (...file) => {
  const project = await openBilingual('edit', file)
  expect(await project.exported()).toBe(project.text)
  await project.save('One', 'Neu')
  expect(await project.exported()).toBe(project.text.replace('Eins', 'Neu'))
  await project.save('Two', '')
  expect(await project.exported()).toContain('Two')
  expect(await project.exported()).not.toContain('Zwei')
  expect(await project.exported()).toContain('Drei')
})

test.each(BILINGUAL)('%s: what was finished or became a draft is exported as such', async (...file) => {
  const project = await openBilingual('state', file)
  const before = await project.rowOf('Three')
  expect(before.target.state).toBe('draft')
  await project.save('Three', 'Drei', 'translated')
  await project.save('Four', 'Vier')
  await project.save('Two', 'Zwei', 'draft')
  const text = await project.exported()
  const format = formatById(file[0])
  const document = format?.read(Buffer.from(text), { language: 'de', side: 'target' })
  const states = [...(document?.entries.values() ?? [])].map((entry) => [
    entry.text,
    entry.state ?? 'translated',
  ])
  expect(states).toEqual([
    ['Eins', 'translated'],
    ['Zwei', 'draft'],
    ['Drei', 'translated'],
    ['Vier', 'translated'],
  ])
})

test.each(BILINGUAL)('%s: new keys and new source texts are exported', async (...file) => {
  const [format] = file
  const project = await openBilingual('new', file)
  const name = format === 'qt-ts' ? 'Window|Five' : 'Five'
  const body = { namespace: project.namespace, name, plural: 'none', forms: { other: 'Five' } } as const
  await server.call(api.keys.create, { params: { project: `new-${format}` }, body })
  await project.saveSource('Two', 'Both')
  const text = await project.exported()
  const entries = [
    ...(formatById(format)?.read(Buffer.from(text), { language: 'de', side: 'target' }).entries.values() ??
      []),
  ]
  // The source texts of gettext and Qt are the names of their messages, those of gotext come from the code.
  const second = format === 'xliff-1' ? 'Both' : 'Two'
  expect(entries.map((entry) => [entry.source, entry.text]).sort()).toEqual(
    [
      [second, 'Zwei'],
      ['Five', ''],
      ['Four', ''],
      ['One', 'Eins'],
      ['Three', 'Drei'],
    ].sort(),
  )
  const lines = text.split('\n')
  const kept = project.text.split('\n').filter((line) => !line.includes('Two'))
  expect(kept.filter((line) => !lines.includes(line) && !lines.includes(`${line},`))).toEqual([])
})

test.each(BILINGUAL)('%s: a deleted key without a translation is removed', async (...file) => {
  const project = await openBilingual('deleted', file)
  const { key } = await project.rowOf('Four')
  await server.call(api.keys.remove, { params: { project: `deleted-${file[0]}`, key: key.id } })
  const text = await project.exported()
  expect(text).not.toContain('Four')
  for (const other of ['One', 'Two', 'Three']) expect(text).toContain(other)
  const lines = project.text.split('\n').map(withoutComma)
  expect(text.split('\n').filter((line) => !lines.includes(withoutComma(line)))).toEqual([])
})

test('xliff-1: an approval is exported as such', async () => {
  const xliff = BILINGUAL.find(([format]) => format === 'xliff-1')
  if (xliff === undefined) throw new Error('no such file')
  const project = await openBilingual('approved', xliff)
  await project.save('Two', 'Zwei', 'reviewed')
  expect(await project.exported()).toBe(
    project.text.replace('<target  state="translated">Zwei', '<target  state="final">Zwei'),
  )
})

const withoutComma = (line: string) => line.replace(/,$/, '')

test("a PO file with its own plural rule becomes the language's forms, and gets them back by number", async () => {
  await server.call(api.projects.create, { body: { slug: 'po', name: 'PO', sourceLanguage: 'en' } })
  const params = { project: 'po' }
  const po = (texts: readonly [string, string]) =>
    [
      'msgid ""',
      'msgstr ""',
      '"Language: he\\n"',
      '"Content-Type: text/plain; charset=UTF-8\\n"',
      '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"',
      '',
      '# Kept as it is.',
      'msgid "files"',
      'msgid_plural "%d files"',
      `msgstr[0] "${texts[0]}"`,
      `msgstr[1] "${texts[1]}"`,
      '',
    ].join('\n')
  const upload = await uploadFiles(server, 'po', {
    'en/app.json': '{"files_one":"{{count}} file","files_other":"{{count}} files"}',
    'he/app.po': po(['קובץ', '%d קבצים']),
  })
  await endOfJob(server, 'po', (await upload.start()).id)
  const { rows } = await server.call(api.translations.page, { params, query: { language: 'he', limit: 50 } })
  const [row] = rows
  expect(row?.target.forms).toEqual({ one: 'קובץ', two: '{{count}} קבצים', other: '{{count}} קבצים' })
  await server.call(api.translations.save, {
    params: { ...params, key: row?.key.id ?? 0, language: 'he' },
    body: {
      forms: { one: 'קובץ אחד', two: '{{count}} קבצים', other: '{{count}} קבצים' },
      baseVersion: row?.target.version ?? 0,
    },
  })
  const { content } = await server.call(api.files.export, {
    params,
    query: { format: 'gettext-po', language: 'he', namespace: 'app' },
  })
  expect(Buffer.from(content, 'base64').toString()).toBe(po(['קובץ אחד', '%d קבצים']))
})
