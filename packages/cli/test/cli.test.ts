import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../src/run.ts'
import { bundleCli } from './bundle-cli.ts'
import { startProgram } from './programs.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-cli-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function cli(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = []
  const err: string[] = []
  const code = await run(args, {
    env,
    print: (text) => void out.push(text),
    complain: (text) => void err.push(text),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

async function locales(files: Readonly<Record<string, string>>): Promise<string> {
  const path = join(folder, 'locales')
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(path, name, '..'), { recursive: true })
    await writeFile(join(path, name), text)
  }
  return path
}

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
    [['no-such-folder-here'], 'Commands are start, deliver, open, check, scan'],
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
    expect(await cli(['check', folder])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Dragoman looked for files'),
    })
  })
})

let bundled: string
beforeAll(async () => {
  bundled = join(await bundleCli(), 'dragoman.js')
})

/** Starts the program in a separate process, as a person would. */
function program(args: readonly string[], env: Record<string, string>) {
  const started = startProgram(process.execPath, [bundled, ...args], {
    env: { PATH: process.env.PATH, HOME: folder, ...env },
  })
  const line = async () => {
    await started.printed('\n')
    return started.out().split('\n')[0] ?? ''
  }
  return { ...started, line }
}

describe('serving', () => {
  test('a folder: what was found and how to stop, nothing else in the folder, and a graceful end', async () => {
    const path = await locales({ 'en/common.json': '{ "a": "A" }' })
    const state = join(folder, 'state')
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
    const stream = await fetch(`${origin}/api/projects/${basenameOf(folder)}/events`, {
      headers: { cookie: entered.headers.get('set-cookie')?.split(';')[0] ?? '' },
    })
    started.child.kill('SIGINT')
    expect((await started.ended).code).toBe(0)
    await stream.body?.cancel().catch(() => undefined)
    expect(started.out()).toContain('1 file {lng}/{ns}.json (i18next-json), 1 language: en')
    expect(started.out()).toContain(`${origin}/p/${basenameOf(folder)}`)
    expect(started.out()).toContain('Start with --deliver')
    expect(started.out()).toContain('Stop with Ctrl+C.')
    expect(await readdir(path)).toEqual(['en'])
    expect(await readdir(join(path, 'en'))).toEqual(['common.json'])
    expect(await readdir(join(state, 'dragoman'))).toHaveLength(1)
  })

  test('a repository: serves all of its projects, one line each, and the same ones at the next start', async () => {
    const path = await locales({
      'web/lang/en.json': '{ "a": "A" }',
      'web/lang/de.json': '{ "a": "B" }',
      'web/lang/pl.json': '{ "a": "C" }',
      'api/i18n/en.toml': 'a = "A"\n',
      'api/i18n/de.toml': 'a = "B"\n',
      'web/lang/words.json': '{ "a": "b" }',
    })
    for (let start = 1; start <= 2; start++) {
      const started = program([path, '--no-open', '--port', '0'], { XDG_STATE_HOME: join(folder, 'state') })
      const { origin } = new URL((await started.line()).slice('Dragoman is at '.length))
      // Before its last line it does not handle Ctrl+C yet.
      await started.printed('Stop with Ctrl+C.')
      started.child.kill('SIGINT')
      expect((await started.ended).code).toBe(0)
      const name = basenameOf(folder)
      expect(started.out().split('\n').slice(2, 7)).toEqual([
        `${path} has 2 projects`,
        `  ${origin}/p/${name}  3 files web/lang/{lng}.json (i18next-json), 3 languages: de, en, pl`,
        `  ${origin}/p/${name}-api-i18n  2 files api/i18n/{lng}.toml (toml), 2 languages: de, en`,
        '  1 file is not read:',
        '    web/lang/words.json: Its path contains no language.',
      ])
    }
  })

  test('a folder: signing in again, also in another browser, and no delivery by default', async () => {
    const path = await locales({ 'en/common.json': '{ "a": "A" }' })
    const state = join(folder, 'state')
    const env = { XDG_STATE_HOME: state }
    const none = await cli(['open', path, '--no-open'], env)
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining(`Start it with: dragoman ${path}`) })

    const started = program([path, '--no-open', '--port', '0'], env)
    const { origin } = new URL((await started.line()).slice('Dragoman is at '.length))
    const enter = async (code: string | null) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      }
      return fetch(`${origin}/api/session/code`, init)
    }
    const freshCode = async (args: readonly string[]) => {
      const { out } = await cli(['open', '--no-open', ...args], env)
      return new URL(out.match(/http:\S+/)?.[0] ?? '').searchParams.get('code')
    }
    const first = await freshCode([path])
    expect((await enter(first)).status).toBe(200)
    expect((await enter(first)).status).toBe(401)
    // Without a folder, because only one server is running.
    expect((await enter(await freshCode([]))).status).toBe(200)

    const [name = ''] = await readdir(join(state, 'dragoman'))
    const file = join(state, 'dragoman', name, 'sign-in.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const delivered = `${origin}/d/${basenameOf(folder)}/live/locales/en/common.json`
    expect((await fetch(delivered)).status).toBe(404)
    const entered = await enter(await freshCode([path]))
    const cookie = entered.headers.get('set-cookie') ?? ''
    expect(cookie).toContain('SameSite=Strict')
    expect(
      await (await fetch(delivered, { headers: { cookie: cookie.split(';')[0] ?? '' } })).json(),
    ).toEqual({ a: 'A' })
    started.child.kill('SIGTERM')
    await started.ended
    expect(await readdir(join(state, 'dragoman', name))).not.toContain('sign-in.json')

    const again = program([path, '--no-open', '--port', '0', '--deliver'], env)
    const address = new URL((await again.line()).slice('Dragoman is at '.length))
    expect(
      await (await fetch(`${address.origin}/d/${basenameOf(folder)}/live/locales/en/common.json`)).json(),
    ).toEqual({ a: 'A' })
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: address.searchParams.get('code') }),
    }
    expect((await fetch(`${address.origin}/api/session/code`, init)).status).toBe(200)
    again.child.kill('SIGTERM')
    expect((await again.ended).code).toBe(0)
  })

  test('the server of a team: creates a sample project, reports a folder or port in use, backs up and restores', async () => {
    const data = join(folder, 'data')
    const env = { DRAGOMAN_DATA: data, DRAGOMAN_PORT: '0', DRAGOMAN_SETUP_CODE: 'a-fixed-code' }
    const first = program(['start'], env)
    expect(await first.line()).toMatch(/\/setup\?code=a-fixed-code$/)
    expect((await readdir(join(data, 'sample/locales'))).length).toBeGreaterThan(0)

    const second = program(['start'], env)
    expect(await second.ended).toMatchObject({
      code: 1,
      err: expect.stringContaining(`in use by another Dragoman: process ${first.child.pid}`),
    })

    const file = join(folder, 'backup.db')
    const backup = await cli(['backup', file], { DRAGOMAN_DATA: data })
    expect([backup.code, backup.out]).toEqual([0, expect.stringContaining('Backed up to')])
    expect((await cli(['backup', file], { DRAGOMAN_DATA: data })).err).toContain('already exists')
    expect((await cli(['restore', file], { DRAGOMAN_DATA: data })).err).toContain(
      'in use by another Dragoman',
    )
    first.child.kill('SIGTERM')
    expect((await first.ended).code).toBe(0)

    const restored = await cli(['restore', file], { DRAGOMAN_DATA: data })
    expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('is kept as')])
    await writeFile(join(folder, 'no-backup.db'), 'something else')
    expect((await cli(['restore', join(folder, 'no-backup.db')], { DRAGOMAN_DATA: data })).code).toBe(1)

    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const address = taken.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const refused = await cli(['start', '--port', String(port)], { DRAGOMAN_DATA: data })
    taken.close()
    expect(refused).toMatchObject({
      code: 1,
      err: `Port ${port} is taken. Set DRAGOMAN_PORT to another, or to 0 for any free one.`,
    })
  })
})

function basenameOf(path: string): string {
  return (path.split('/').at(-1) ?? '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
