import { readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { setUpProgram } from './set-up-program.ts'

const { folder, project, cli, locales, program } = setUpProgram()

describe('arguments', () => {
  test('prints help and version', async () => {
    expect(await cli(['--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('dragoman check [FOLDER]'),
    })
    expect(await cli(['check', '--help'])).toMatchObject({ code: 0, out: expect.stringContaining('Usage:') })
    expect((await cli(['--version'])).out).toMatch(/^\d+\.\d+\.\d+$/)
  })
  test.each([
    [['chekc'], 'Did you mean "dragoman check"?'],
    [['no-such-folder-here'], 'Commands are open, start, formats, deliver, init'],
    [['check', '--formt', 'json'], 'Did you mean --format?'],
    [['check', '--format', 'xml'], 'It must be text, json, github, gitlab or sarif.'],
    [['check', '--format'], '--format needs a value'],
    [['check', 'a', 'b'], '"b" is one argument too many'],
    [['start', '--port', 'many'], 'It must be a whole number from 1 to 65535'],
    [['restore'], 'dragoman restore FILE'],
    [['copy-database', 'data'], 'dragoman copy-database FROM TO'],
    [['copy-database', 'data', 'mysql://db/dragoman'], 'must look like postgres://'],
  ])('%j lists what would be valid', async (args, hint) => {
    const { code, err } = await cli(args)
    expect([code, err]).toEqual([2, expect.stringContaining(hint)])
  })
  test('invalid settings are reported', async () => {
    expect(await cli(['start'], { DRAGOMAN_PORT: '70000' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('DRAGOMAN_PORT is "70000"'),
    })
    expect(await cli(['start'], { DRAGOMAN_DATABASE_URL: 'mysql://x' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('postgres://'),
    })
  })
})

describe.each([['start'], ['reset-password', 'Ann']])('%s with a PostgreSQL', (...args) => {
  const startWith = (port: number) =>
    cli(args, {
      DRAGOMAN_DATA: folder(),
      DRAGOMAN_DATABASE_URL: `postgres://ann:secret@127.0.0.1:${port}/shop`,
      DRAGOMAN_PORT: '0',
    })

  test('that does not run reports it', async () => {
    expect(await startWith(1)).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^The database does not respond \(connect ECONNREFUSED .*DRAGOMAN_DATABASE_URL/,
      ),
    })
  })

  test.each([
    ['28P01', 'password authentication failed for user "ann"', /^PostgreSQL refuses .*DRAGOMAN_DATABASE_URL/],
    ['28000', 'no pg_hba.conf entry for host "127.0.0.1"', /^PostgreSQL refuses .*no pg_hba.conf entry/],
    [
      '3D000',
      'database "shop" does not exist',
      /^The database is missing: .*"shop" does not exist.*Create it/,
    ],
    ['42501', 'permission denied for schema public', /^PostgreSQL refuses .*schema public/],
  ])('that answers %s reports it', async (code, message, expected) => {
    const database = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(errorResponse(code, message)))
    })
    await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve))
    try {
      const address = database.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      expect(await startWith(port)).toMatchObject({ code: 1, err: expect.stringMatching(expected) })
    } finally {
      await new Promise((resolve) => database.close(resolve))
    }
  })
})

/** What PostgreSQL sends when it refuses a connection. */
function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

describe('check', () => {
  const EN = '{\n  "hello": "Hello {{name}}",\n  "bye": "Goodbye."\n}\n'

  test('finds the same issues as the editor, with their positions', async () => {
    const path = await locales({
      'en/common.json': EN,
      'de/common.json': '{\n  "hello": "Hallo",\n  "bye": "Tschüss"\n}\n',
    })
    const { code, out } = await cli(['check', path])
    expect(code).toBe(1)
    expect(out).toContain('de/common.json:2:12  error    hello: {{name}} is missing.')
    expect(out).toContain('de/common.json:3:10  warning  bye: The source ends with “.”.')
    expect(out).toContain('2 files ({lng}/{ns}.json): 1 error, 1 warning.')
  })
  test('supports files of other formats: their plural forms, sources and placeholders', async () => {
    const android = await locales({
      'app/src/main/res/values/strings.xml':
        '<resources>\n  <string name="hi">Hi %1$s</string>\n  <plurals name="n">\n    <item quantity="one">%d file</item>\n    <item quantity="other">%d files</item>\n  </plurals>\n</resources>\n',
      'app/src/main/res/values-pl/strings.xml':
        '<resources>\n  <string name="hi">Cześć</string>\n  <plurals name="n">\n    <item quantity="one">%d plik</item>\n    <item quantity="other">%d pliku</item>\n  </plurals>\n</resources>\n',
    })
    const { code, out } = await cli(['check', android])
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/values-pl\/strings\.xml:2:\d+ {2}error {4}hi: %1\$s is missing\./),
    ])
    expect(out).toMatch(/values-pl\/strings\.xml:4:\d+ {2}\w+ +n: The “few” form is missing\./)
    await rm(android, { recursive: true })
    const po = await locales({
      'po/de.po':
        'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Hello %s"\nmsgstr "Hallo"\n\nmsgid "Bye"\nmsgstr ""\n',
    })
    const checked = await cli(['check', po])
    expect(checked.out).toMatch(/de\.po:7:\d+ {2}error {4}Hello %s: %s is missing./)
    expect(checked.out).toContain('Not translated: de 1.')
  })
  test('has output for programs', async () => {
    const path = await locales({ 'en/common.json': EN, 'de/common.json': '{ "hello": "Hallo" }' })
    const json = JSON.parse((await cli(['check', path, '--format', 'json'])).out)
    expect(json).toMatchObject({
      errors: 1,
      untranslated: [
        { language: 'de', keys: 1 },
        { language: 'en', keys: 0 },
      ],
    })
    expect(json.findings[0]).toMatchObject({
      path: 'de/common.json',
      code: 'placeholder-missing',
      key: 'hello',
    })
    const { out } = await cli(['check', path, '--format=github'])
    expect(out).toBe(
      '::error file=de/common.json,line=1,col=12,title=placeholder-missing::hello: {{name}} is missing.',
    )
  })
  test('warnings are errors in strict mode, and clean files exit with 0', async () => {
    const path = await locales({ 'en/common.json': EN, 'de/common.json': '{ "bye": "Tschüss" }' })
    expect([(await cli(['check', path])).code, (await cli(['check', path, '--strict'])).code]).toEqual([0, 1])
  })
  test('a violation of a specification is a warning with its position, and only fails a strict check', async () => {
    const unit =
      '<unit id="save it" screen="start"><segment><source>Save</source><target>Sichern</target></segment></unit>'
    const head =
      '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">'
    const path = await locales({
      'translations/messages.de.xlf': `<?xml version="1.0"?>\n${head}\n<file id="f">\n${unit}\n</file>\n</xliff>\n`,
    })
    const { code, out } = await cli(['check', path])
    expect([code, (await cli(['check', path, '--strict'])).code]).toEqual([0, 1])
    expect(out).toContain(
      'translations/messages.de.xlf:4:7  warning  “save it” is not a valid value of “id”.',
    )
    expect(out).toContain('translations/messages.de.xlf:4:20  warning  “screen” is not allowed on “unit”.')
    expect(out).toContain('0 errors, 2 warnings.')
  })
  test('a broken file is an error with its line', async () => {
    const path = await locales({
      'en/common.json': EN,
      'de/common.json': '{\n  "hello": "Hallo {{name}}"\n  "bye": "x"\n}',
    })
    const { code, out } = await cli(['check', path])
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/de\/common\.json:3:\d+ {2}error {4}expected a comma\./),
    ])
  })
  test('a folder without locale files lists what was searched for', async () => {
    expect(await cli(['check', folder()])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Dragoman looked for files'),
    })
  })
})

describe('serving', () => {
  test('a folder: what was found and how to stop, nothing else in the folder, and a graceful end', async () => {
    const path = await locales({ 'en/common.json': '{ "a": "A" }' })
    const state = join(folder(), 'state')
    const started = program([path, '--no-open', '--port', '0'], { XDG_STATE_HOME: state })
    const line = await started.line()
    expect(line).toMatch(/^Dragoman is at http:\/\/127\.0\.0\.1:\d+\/setup\?code=[\w-]{16}$/)
    const { origin, searchParams } = new URL(line.slice('Dragoman is at '.length))
    const entered = await fetch(`${origin}/api/session/code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: searchParams.get('code') }),
    })
    expect(await entered.json()).toMatchObject({
      actor: { hasPassword: false },
      firstProject: expect.any(String),
    })
    // Open streams must not keep the program from exiting.
    const stream = await fetch(`${origin}/api/projects/${project()}/events`, {
      headers: { cookie: entered.headers.get('set-cookie')?.split(';')[0] ?? '' },
    })
    started.child.kill('SIGINT')
    expect((await started.ended).code).toBe(0)
    await stream.body?.cancel().catch(() => undefined)
    expect(started.out()).toContain('1 file {lng}/{ns}.json (i18next-json), 1 language: en')
    expect(started.out()).toContain(`${origin}/p/${project()}`)
    expect(started.out()).toContain('Start with --deliver')
    expect(started.out()).toContain('Stop with Ctrl+C.')
    expect(await readdir(path)).toEqual(['en'])
    expect(await readdir(join(path, 'en'))).toEqual(['common.json'])
    expect(await readdir(join(state, 'dragoman'))).toHaveLength(1)
  })
})
