import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../src/run.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-convert-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function cli(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = []
  const err: string[] = []
  const code = await run(['convert', ...args], {
    env: {},
    print: (text) => void out.push(text),
    complain: (text) => void err.push(text),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

async function files(texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

const at = (path: string) => join(folder, path)
const read = (path: string) => readFile(at(path), 'utf8')

const JSON_FILES = {
  'locales/en/app.json':
    '{ "greet": "Hello {{name}}", "items_one": "{{count}} item", "items_other": "{{count}} items" }\n',
  'locales/pt_BR/app.json':
    '{ "greet": "Olá {{name}}", "items_one": "{{count}} item", "items_other": "{{count}} itens" }\n',
}

const PO = `msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#. On the button
msgctxt "menu"
msgid "Open"
msgstr "Öffnen"

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d Datei"
msgstr[1] "%d Dateien"
`

describe('convert', () => {
  test('a file that cannot be written is named with those written before it', async () => {
    await files({ 'de.json': '{ "a": "A" }', 'fr.json': '{ "a": "B" }', 'out/fr': 'Not a folder' })
    const to = at('out/{lng}/app.arb')
    expect(await cli(at('{lng}.json'), to)).toEqual({
      code: 1,
      out: '',
      err: `${at('out/fr/app.arb')} cannot be written: not a file. Written before it: ${at('out/de/app.arb')}.`,
    })
    await rm(at('out/de'), { recursive: true })
    await rm(at('de.json'))
    expect((await cli(at('{lng}.json'), to)).err).toBe(
      `${at('out/fr/app.arb')} cannot be written: not a file. Nothing was written.`,
    )
  })

  test('a folder of JSON becomes Android resources, each language in its folder', async () => {
    await files(JSON_FILES)
    const { code, out } = await cli(at('locales/{lng}/{ns}.json'), at('res/values{-lng=en}/{ns}.xml'))
    expect([code, (await readdir(at('res'))).toSorted()]).toEqual([0, ['values', 'values-pt-rBR']])
    expect(await read('res/values-pt-rBR/app.xml')).toContain('<item quantity="other">%d itens</item>')
    expect(out).toContain('app.xml (android-xml)')
    expect(out).toContain('warning  1 × the placeholders keep their old syntax: greet')
  })

  test('a PO file is detected by name and first bytes and becomes JSON', async () => {
    await files({ 'po/de.po': PO })
    const { code, out } = await cli(at('po/de.po'), at('out/de.json'))
    expect(JSON.parse(await read('out/de.json'))).toEqual({
      'menu|Open': 'Öffnen',
      '%d file_one': '{{count}} Datei',
      '%d file_other': '{{count}} Dateien',
    })
    expect(code).toBe(0)
    expect(out).toContain('1 × the format cannot store the comment')
    expect(out).toContain('1 × the context becomes part of the name')
  })

  test('two languages become one bilingual file', async () => {
    await files(JSON_FILES)
    const { code } = await cli(at('locales/{lng}/app.json'), at('app.xlf'))
    const text = await read('app.xlf')
    expect([code, text]).toEqual([0, expect.stringContaining('source-language="en" target-language="pt-BR"')])
    expect(text).toContain('<source>{count, plural, one {# item} other {# items}}</source>')
    expect(text).toContain('<target>Olá {name}</target>')
  })

  test('all languages become one string catalog, and can be converted back', async () => {
    await files(JSON_FILES)
    expect((await cli(at('locales/{lng}/app.json'), at('Localizable.xcstrings'))).code).toBe(0)
    expect((await cli(at('Localizable.xcstrings'), at('again/{lng}.json'))).code).toBe(0)
    expect((await readdir(at('again'))).toSorted()).toEqual(['en.json', 'pt-BR.json'])
    expect(JSON.parse(await read('again/pt-BR.json'))).toMatchObject({
      items_one: '{{count}} item',
      items_other: '{{count}} itens',
    })
  })

  test('omitted texts are reported, with exit code 1', async () => {
    await files({ 'en.json': '{ "Sign in now": "Sign in now", "ok": "OK" }' })
    const { code, out } = await cli(
      at('en.json'),
      at('strings.xml'),
      '--to-format',
      'android-xml',
      '--report',
      'json',
    )
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      files: [
        {
          format: 'android-xml',
          report: [
            { code: 'name-refused', severity: 'error', count: 1, examples: [{ name: 'Sign in now' }] },
          ],
        },
      ],
    })
    expect(await read('strings.xml')).toContain('<string name="ok">OK</string>')
  })

  test('nothing is overwritten without a request', async () => {
    await files({ ...JSON_FILES, 'res/en.properties': 'mine=1\n' })
    const refused = await cli(at('locales/{lng}/app.json'), at('res/{lng}.properties'))
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('already exists. Use --force')])
    expect(await readdir(at('res'))).toEqual(['en.properties'])
    expect((await cli(at('locales/{lng}/app.json'), at('res/{lng}.properties'), '--force')).code).toBe(0)
    expect(await read('res/en.properties')).toBe(
      'greet=Hello {name}\nitems={count, plural, one {# item} other {# items}}\n',
    )
  })

  test('an incomplete file is reported with its position, and nothing is written', async () => {
    await files({ 'en.json': '{\n  "a": "A",\n}' })
    const { code, err } = await cli(at('en.json'), at('en.properties'))
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/en\.json:2:\d+ {2}there is an extra comma\. Nothing was converted\./),
    ])
    expect(await readdir(folder)).toEqual(['en.json'])
  })

  test.each([
    [[], 'dragoman convert FROM TO'],
    [['a.json', 'b.json', '--to-format', 'androidxml'], 'Did you mean android-xml?'],
    [['a.json', 'b.json', '--language', 'not a tag'], '--language is "not a tag"'],
    [['a.json', 'b.json', '--report', 'xml'], 'It must be text or json'],
  ])('%j lists what would be valid', async (args, hint) => {
    const { code, err } = await cli(...args)
    expect([code, err]).toEqual([2, expect.stringContaining(hint)])
  })

  test('languages that the new file cannot name are never dropped: the command requires one', async () => {
    await files({ 'texts.csv': 'key,en,de\na,One,Eins\n' })
    const asked = await cli(at('texts.csv'), at('texts.toml'))
    expect([asked.code, existsSync(at('texts.toml'))]).toEqual([2, false])
    expect(asked.err).toContain('There are several languages: en, de.')
    const { code } = await cli(at('texts.csv'), at('texts.toml'), '--language', 'de')
    expect([code, await read('texts.toml')]).toEqual([0, 'a = "Eins"\n'])
  })

  test('lost metadata is named', async () => {
    await files({
      'po/de.po': PO.replace('msgctxt', '#: src/menu.c:12\nmsgctxt').replace(
        '"Content',
        '"X-Generator: Poedit\\n"\n"Content',
      ),
    })
    const { out } = await cli(at('po/de.po'), at('out/de.json'))
    expect(out).toContain(
      '1 × the format cannot store references, flags, ids, placeholder types or other details: menu',
    )
    expect(out).toContain(
      '1 × the format cannot store lines that do not belong to a text: "X-Generator: Poedit',
    )
  })

  test('several files are never written to one', async () => {
    await files({ ...JSON_FILES, 'locales/en/shop.json': '{ "a": "A" }' })
    const namespaces = await cli(at('locales/{lng}/{ns}.json'), at('res/{lng}.properties'))
    expect([namespaces.code, namespaces.err]).toEqual([2, expect.stringContaining('Put {ns} into')])
    await files({ 'locales/de/app.json': '{ "greet": "Hallo" }' })
    const languages = await cli(at('locales/{lng}/app.json'), at('app.properties'))
    expect([languages.code, languages.err]).toEqual([2, expect.stringContaining('Put {lng} into')])
  })
})

describe('links', () => {
  test('in the source folder are not followed', async () => {
    await files({ ...JSON_FILES, 'outside/app.json': '{ "token": "s3cret" }' })
    await symlink(at('outside'), at('locales/fr'))
    await symlink(at('outside/app.json'), at('locales/en/other.json'))
    const { code } = await cli(at('locales/{lng}/{ns}.json'), at('res/values{-lng=en}/{ns}.xml'))
    expect([code, (await readdir(at('res'))).toSorted()]).toEqual([0, ['values', 'values-pt-rBR']])
    expect(await readdir(at('res/values'))).toEqual(['app.xml'])
  })

  test('in the target folder are not followed: nothing is written', async () => {
    await files({ ...JSON_FILES, 'outside/keep.txt': 'keep' })
    await mkdir(at('res'))
    await symlink(at('outside'), at('res/values'))
    const { code, err } = await cli(at('locales/{lng}/{ns}.json'), at('res/values{-lng=en}/{ns}.xml'))
    expect([code, err]).toEqual([1, expect.stringContaining('cannot be written: link')])
    expect([await readdir(at('outside')), await readdir(at('res'))]).toEqual([['keep.txt'], ['values']])
  })
})

describe('the source language', () => {
  const POLISH =
    'msgid ""\nmsgstr ""\n"Language: pl\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open"\nmsgstr "Otwórz"\n'

  test('is English if a PO file of another language has the source texts', async () => {
    await files({ 'po/pl.po': POLISH })
    expect((await cli(at('po/pl.po'), at('pl.xlf'))).code).toBe(0)
    expect(await read('pl.xlf')).toContain('source-language="en" target-language="pl"')
    expect(await read('pl.xlf')).toContain('<source>Open</source>')
    expect((await cli(at('pl.xlf'), at('back.po'))).out).not.toContain('source')
    expect(await read('back.po')).toContain('msgid "Open"\nmsgstr "Otwórz"\n')
  })

  test('can be the only one: in a PO file its texts are written as translations', async () => {
    await files({
      'en.json':
        '{\n  "open": "Open {{name}}",\n  "n_one": "{{count}} file",\n  "n_other": "{{count}} files"\n}\n',
    })
    const { code, out } = await cli(at('en.json'), at('en.po'))
    expect([code, out]).toEqual([0, expect.not.stringContaining('left out')])
    const po = await read('en.po')
    expect(po).toContain('msgid "open"\nmsgstr "Open {{name}}"\n')
    expect(po).toContain('msgstr[0] "%d file"\nmsgstr[1] "%d files"\n')
    expect(po).toContain('Language: en')
    // If keys are the source texts, no option is needed.
    await files({ 'words.json': '{\n  "Open": "Open"\n}\n' })
    expect((await cli(at('words.json'), at('words.pot'), '--language', 'en')).code).toBe(0)
    expect(await read('words.pot')).toContain('msgid "Open"\nmsgstr ""\n')
  })

  test('is required if no file has a source text', async () => {
    await files({ 'pl.yml': 'pl:\n  title: Tekst\n' })
    const refused = await cli(at('pl.yml'), at('pl.po'))
    expect(refused.code).toBe(2)
    expect(refused.err).toContain('--source')
    expect((await cli(at('pl.yml'), at('pl.po'), '--source', 'en')).code).toBe(0)
    expect(await read('pl.po')).toContain('msgid "title"\nmsgstr "Tekst"\n')
  })
})
