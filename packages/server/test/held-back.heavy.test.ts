import { api, type FileReply } from '@dragoman/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { type FolderProject, folderProject } from './folder-project.ts'
import { DATABASES, eventually } from './test-server.ts'

const INI = 'a = "A"\nb = "B"\nc = "C"\n'

describe.each(DATABASES)('on %s', (database) => {
  let project: FolderProject | null = null
  afterEach(async () => {
    await project?.test.close()
    project = null
  })

  async function open(): Promise<FolderProject> {
    project = await folderProject({ 'en/app.ini': INI, 'de/app.ini': INI }, { database })
    return project
  }
  async function german(of: FolderProject): Promise<FileReply | undefined> {
    const { files } = await of.test.call(api.files.list, { params: of.params })
    return files.find(({ language }) => language === 'de')
  }

  test('a text that the file cannot store is held back separately: it is named, and all others are written', async () => {
    const opened = await open()
    await opened.save('a', 'de', 'line one\nline two')
    await opened.save('b', 'de', 'Bär')
    await eventually(async () => (await opened.read('de/app.ini')) === INI.replace('"B"', '"Bär"'))
    const key = await opened.row('a', 'de')
    const file = await eventually(async () =>
      (await german(opened))?.heldBack.length === 1 ? german(opened) : null,
    )
    expect(file).toMatchObject({
      state: 'unwritable',
      problem: { code: 'not-editable' },
      heldBack: [{ keyId: key?.key.id, name: 'a', code: 'not-representable' }],
    })
    expect(await opened.text('a', 'de')).toBe('line one\nline two')

    await opened.save('c', 'de', 'Chef')
    await eventually(
      async () => (await opened.read('de/app.ini')) === INI.replace('"B"', '"Bär"').replace('"C"', '"Chef"'),
    )
    expect((await german(opened))?.heldBack).toHaveLength(1)

    await opened.save('a', 'de', 'eine Zeile')
    await eventually(async () => (await opened.read('de/app.ini')).includes('a = "eine Zeile"'))
    await eventually(async () => (await german(opened))?.state === 'in-step')
    expect((await german(opened))?.heldBack).toEqual([])
  })

  test('an edit on disk next to it is imported, and it stays held back', async () => {
    const opened = await open()
    await opened.save('a', 'de', 'line one\nline two')
    await eventually(async () => (await german(opened))?.heldBack.length === 1)
    await opened.write('de/app.ini', INI.replace('"B"', '"Bär"'))
    await eventually(async () => (await opened.text('b', 'de')) === 'Bär')
    await eventually(async () => (await german(opened))?.state === 'unwritable')
    expect((await german(opened))?.heldBack.map(({ name }) => name)).toEqual(['a'])
    expect((await opened.test.call(api.files.conflicts, { params: opened.params })).total).toBe(0)
    expect(await opened.text('a', 'de')).toBe('line one\nline two')
  })

  test('the checks report beforehand what the file cannot store', async () => {
    const opened = await open()
    const { limits } = await opened.test.call(api.files.limits, { params: opened.params })
    expect(limits).toEqual([
      {
        limits: {
          characters: 'no-null',
          charset: null,
          maxLength: null,
          writing: { kind: 'ini', lines: 'one', isPhp: true },
        },
        files: expect.arrayContaining([
          { namespace: 'app', language: 'de' },
          { namespace: 'app', language: 'en' },
        ]),
      },
    ])
    const row = await opened.row('a', 'de')
    const text = (forms: { other: string }) => {
      return { keyId: row?.key.id ?? 0, language: 'de', forms, baseVersion: row?.target.version ?? 0 }
    }
    const body = { texts: [text({ other: 'line one\nline two' })], requireChecks: true }
    const { saved, refused } = await opened.test.call(api.translations.bulkSave, {
      params: opened.params,
      body,
    })
    expect([saved, refused]).toMatchObject([
      [],
      [{ code: 'failing-checks', issues: [{ code: 'file-line-break', form: 'other' }] }],
    ])

    await opened.save('c', 'de', `C's "C" \${`)
    expect((await opened.row('c', 'de'))?.target.failing).toBe(true)
    // Now the file is not one for PHP, and has multi-line texts: the held-back text is written.
    await opened.write('de/app.ini', 'a = A\nb = "B\nBe"\nc = C\n')
    await eventually(async () => (await opened.row('c', 'de'))?.target.failing === false)
    await eventually(async () => (await opened.read('de/app.ini')).includes(`c = C's "C"`))
  })

  describe("messages of an extension get the source's placeholders", () => {
    const ENGLISH = { hi: { message: 'Hi' }, by: { message: 'Bye' } }
    const NAME = { name: { content: '$1' } }

    async function openExtension(german: string): Promise<FolderProject> {
      project = await folderProject(
        {
          '_locales/en/messages.json': JSON.stringify(ENGLISH, null, 2),
          '_locales/de/messages.json': german,
        },
        { database },
      )
      return project
    }
    const messages = async (of: FolderProject) => JSON.parse(await of.read('_locales/de/messages.json'))

    test('a new one in an existing file', async () => {
      const opened = await openExtension('{\n  "hi": { "message": "Hallo" }\n}\n')
      const greet = { message: 'Hello $NAME$', placeholders: NAME }
      await opened.write('_locales/en/messages.json', JSON.stringify({ ...ENGLISH, greet }, null, 2))
      await eventually(async () => (await opened.row('greet', 'de')) !== null)
      await opened.save('greet', 'de', 'Hallo $NAME$')
      await eventually(async () => 'greet' in (await messages(opened)))
      expect(await messages(opened)).toEqual({
        hi: { message: 'Hallo' },
        greet: { message: 'Hallo $NAME$', placeholders: NAME },
      })

      const { params } = opened
      const namespace = (await german(opened))?.namespace ?? ''
      const query = { format: 'chrome-json', language: 'de', namespace }
      const { content } = await opened.test.call(api.files.export, { params, query })
      expect(JSON.parse(Buffer.from(content, 'base64').toString()).greet.placeholders).toEqual(NAME)
    })

    test('one that names a placeholder from now on', async () => {
      const opened = await openExtension('{\n  "hi": { "message": "Hallo" }\n}\n')
      const hi = { message: 'Hi $NAME$', placeholders: NAME }
      await opened.write('_locales/en/messages.json', JSON.stringify({ ...ENGLISH, hi }, null, 2))
      await eventually(async () => (await opened.text('hi', 'en')) === 'Hi $NAME$')
      await opened.save('hi', 'de', 'Hallo $NAME$')
      await eventually(async () => (await messages(opened)).hi.message === 'Hallo $NAME$')
      expect(await messages(opened)).toEqual({ hi: { message: 'Hallo $NAME$', placeholders: NAME } })
    })
  })

  test('plurals of a strings dictionary keep their formats, although these are not translated', async () => {
    const plural = (name: string, other: string) =>
      `  <key>${name}</key>\n  <dict>\n    <key>NSStringLocalizedFormatKey</key>\n    <string>%#@${name}@ left</string>\n    <key>${name}</key>\n    <dict>\n      <key>NSStringFormatSpecTypeKey</key>\n      <string>NSStringPluralRuleType</string>\n      <key>NSStringFormatValueTypeKey</key>\n      <string>d</string>\n      <key>other</key>\n      <string>${other}</string>\n    </dict>\n  </dict>\n`
    const fileOf = (...keys: readonly string[]) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">\n<dict>\n${keys.join('')}</dict>\n</plist>\n`
    const path = 'de.lproj/Localizable.stringsdict'
    const opened = await folderProject(
      {
        'en.lproj/Localizable.stringsdict': fileOf(
          plural('files', '%d files'),
          plural('folders', '%d folders'),
        ),
        [path]: fileOf(),
      },
      { database },
    )
    project = opened
    const savePlural = async (name: string, text: string) => {
      const { params } = opened
      const query = { language: 'de', q: `key:${name}`, limit: 10 }
      const { rows } = await opened.test.call(api.translations.page, { params, query })
      const found = rows.find(({ key }) => key.name === name && key.plural === 'cardinal')
      const body = { forms: { one: text, other: text }, baseVersion: found?.target.version ?? 0 }
      const at = { ...params, key: found?.key.id ?? 0, language: 'de' }
      await opened.test.call(api.translations.save, { params: at, body })
      await eventually(async () => (await opened.read(path)).includes(`<string>${text}</string>`))
      await eventually(async () => (await german(opened))?.state === 'in-step')
    }
    await savePlural('files', '%d Dateien')
    await savePlural('folders', '%d Ordner')
    const formats = (await opened.read(path)).match(/%#@\w+@[^<]*/g)
    expect(formats).toEqual(['%#@files@ left', '%#@folders@ left'])
    expect((await german(opened))?.heldBack).toEqual([])
  })

  test('an array of Android is written once all of its items have texts, and removed once none has one', async () => {
    const fileOf = (...items: readonly string[]) =>
      `<resources>\n    <string name="title">A</string>\n${arrayOf(items)}</resources>\n`
    const arrayOf = (items: readonly string[]) =>
      items.length === 0
        ? ''
        : `    <string-array name="sizes">\n${items.map((item) => `        <item>${item}</item>\n`).join('')}    </string-array>\n`
    const path = 'values-de/strings.xml'
    const opened = await folderProject(
      { 'values/strings.xml': fileOf('Small', 'Medium'), [path]: fileOf() },
      { database },
    )
    project = opened
    const held = async () => (await german(opened))?.heldBack.map(({ name, code }) => `${name} ${code}`)
    await opened.save('sizes.1', 'de', 'Mittel')
    await eventually(async () => (await held())?.join() === 'sizes.1 incomplete-list')
    expect(await opened.read(path)).toBe(fileOf())
    await opened.save('sizes.0', 'de', 'Klein')
    await eventually(async () => (await opened.read(path)) === fileOf('Klein', 'Mittel'))
    await eventually(async () => (await german(opened))?.state === 'in-step')

    await opened.save('sizes.0', 'de', '')
    await eventually(async () => (await held())?.join() === 'sizes.0 incomplete-list')
    expect(await opened.read(path)).toBe(fileOf('Klein', 'Mittel'))
    await opened.save('sizes.1', 'de', '')
    await eventually(async () => (await opened.read(path)) === fileOf())
    await eventually(async () => (await german(opened))?.state === 'in-step')
    expect([await held(), await opened.text('sizes.0', 'de')]).toEqual([[], null])
  })

  test('a file is reported as being written from the save until the text is on disk', async () => {
    const opened = await open()
    await opened.save('a', 'de', 'Anfang')
    const { files, waiting } = await opened.test.call(api.files.list, { params: opened.params })
    const isOnDisk = (await opened.read('de/app.ini')).includes('Anfang')
    expect([files.find(({ language }) => language === 'de')?.state, waiting]).toEqual(
      isOnDisk ? expect.anything() : ['writing', 1],
    )
    expect(files.find(({ language }) => language === 'en')?.state).toBe('in-step')
    await eventually(async () => (await opened.read('de/app.ini')).includes('Anfang'))
    await eventually(
      async () => (await opened.test.call(api.files.list, { params: opened.params })).waiting === 0,
    )
    expect((await german(opened))?.state).toBe('in-step')
  })

  test.each(['.git/hooks/x', '.hidden', 'node_modules/x', 'a/node_modules/b', 'app/.x'])(
    'the namespace %s is refused at its field',
    async (namespace) => {
      const opened = await open()
      const body = { namespace, name: 'x', plural: 'none', forms: { other: 'X' } } as const
      const failure = await opened.test.fail(api.keys.create, { params: opened.params, body })
      expect([failure.code, failure.fields]).toEqual([
        'invalid-input',
        [{ pointer: '/namespace', code: 'ignored-folder' }],
      ])
    },
  )
})
