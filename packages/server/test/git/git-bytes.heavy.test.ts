import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from './git-server.ts'
import { bytesAt, differencesOf, openRequestWorld, type RequestWorld } from './request-world.ts'

let world: RequestWorld
beforeAll(async () => {
  world = await openRequestWorld()
})
afterAll(() => world.close())

const json = (title: string, pay: string, eol = '\n', end = eol) =>
  `{${eol}  "title": "${title}",${eol}  "pay": "${pay}"${eol}}${end}`
/** A name that a shell, or an option parser, would misread. */
const ODD = `-rf/größe "neu" & 'alt' $(x) \`y\` %00 #1`
const BOM = '\uFEFF'

test('how a file begins and ends, its line ends, its mode and its name stay as they are', async () => {
  type Write = (title: string, pay: string) => string
  const files: Readonly<Record<string, Write>> = {
    bom: (title, pay) => BOM + json(title, pay),
    bare: (title, pay) => json(title, pay, '\n', ''),
    crlf: (title, pay) => json(title, pay, '\r\n'),
    'crlf-bom': (title, pay) => BOM + json(title, pay, '\r\n', ''),
    runs: (title, pay) => json(title, pay),
    翻訳: (title, pay) => json(title, pay),
  }
  const pathOf = (name: string, language: string) => `${ODD}/locales/${language}/${name}.json`
  const looked = await world.repository('bytes', (repository) => {
    for (const [name, write] of Object.entries(files))
      repository.write({
        [pathOf(name, 'en')]: write('Shop', 'Pay'),
        [pathOf(name, 'de')]: write('Laden', 'Zahlen'),
      })
    repository.write({ [`${ODD}/locales/de/line\nbreak.json`]: json('Laden', 'Zahlen') })
    chmodSync(join(repository.work, pathOf('runs', 'de')), 0o755)
    repository.commit('First')
  })
  const { repository } = looked
  const [found] = looked.found
  expect(found?.pattern).toBe(`${ODD}/locales/{lng}/{ns}.json`)
  if (found === undefined) throw new Error('Nothing was found')
  const source = await looked.connect(found)
  for (const row of await source.rows('de', 'key:title'))
    await source.save(source.tara, row, 'de', 'Geschäft')
  await source.send()
  const names = Object.keys(files).filter((name) =>
    found.files.some(({ path }) => path === pathOf(name, 'de')),
  )
  expect(names).toEqual(Object.keys(files))
  const at = (ref: string, name: string) => bytesAt(repository, ref, pathOf(name, 'de')).toString()
  for (const [name, write] of Object.entries(files))
    expect([name, at(source.branch, name)]).toEqual([name, write('Geschäft', 'Zahlen')])
  expect([...differencesOf(repository, 'main', source.branch)].sort()).toEqual(
    Object.keys(files)
      .map((name) => `M ${name === 'runs' ? '100755 100755' : '100644 100644'} ${pathOf(name, 'de')}`)
      .sort(),
  )
  for (const [name, write] of Object.entries(files))
    repository.write({ [pathOf(name, 'de')]: write('Laden', 'Bezahlen') })
  repository.commit('Say pay')
  await source.send()
  expect(await source.conflicts()).toEqual([])
  for (const [name, write] of Object.entries(files))
    expect([name, at(source.branch, name)]).toEqual([name, write('Geschäft', 'Bezahlen')])
  expect(await looked.close()).toEqual([])
})

test('where Git converts line ends, the repository’s own bytes are edited', async () => {
  const looked = await world.repository('attributes', (repository) => {
    repository.write({
      '.gitattributes': '* text=auto eol=crlf\n*.raw.json -text\n',
      'locales/en/app.json': json('Shop', 'Pay', '\r\n'),
      'locales/de/app.json': json('Laden', 'Zahlen', '\r\n'),
      'locales/en/till.raw.json': json('Shop', 'Pay', '\r\n'),
      'locales/de/till.raw.json': json('Laden', 'Zahlen', '\r\n'),
    })
    repository.commit('First')
  })
  const { repository } = looked
  const at = (ref: string, name: string) => bytesAt(repository, ref, `locales/de/${name}.json`).toString()
  expect(at('main', 'app')).toBe(json('Laden', 'Zahlen'))
  const [found] = looked.found
  if (found === undefined) throw new Error('Nothing was found')
  const source = await looked.connect(found)
  for (const row of await source.rows('de', 'key:title'))
    await source.save(source.tara, row, 'de', 'Geschäft')
  await source.send()
  expect(at(source.branch, 'app')).toBe(json('Geschäft', 'Zahlen'))
  expect(at(source.branch, 'till.raw')).toBe(json('Geschäft', 'Zahlen', '\r\n'))
  repository.git('fetch', '--quiet', 'origin')
  repository.git('checkout', '--quiet', source.branch)
  expect(run(repository.work, 'git', 'status', '--porcelain')).toBe('')
  expect(run(repository.work, 'cat', 'locales/de/app.json')).toBe(json('Geschäft', 'Zahlen', '\r\n'))
  expect(await looked.close()).toEqual([])
})

test('UTF-16 stays UTF-16', async () => {
  const strings = (title: string, pay: string) =>
    Buffer.from(`${BOM}/* Laden */\r\n"title" = "${title}";\r\n"pay" = "${pay}";\r\n`, 'utf16le')
  const looked = await world.repository('utf-16', (repository) => {
    repository.write({
      'App/en.lproj/Localizable.strings': strings('Shop', 'Pay'),
      'App/de.lproj/Localizable.strings': strings('Laden', 'Zahlen'),
    })
    repository.commit('First')
  })
  const [found] = looked.found
  if (found === undefined) throw new Error('Nothing was found')
  const source = await looked.connect(found)
  for (const row of await source.rows('de', 'key:title'))
    await source.save(source.tara, row, 'de', 'Größe 漢')
  await source.send()
  const path = 'App/de.lproj/Localizable.strings'
  expect(bytesAt(looked.repository, source.branch, path)).toEqual(strings('Größe 漢', 'Zahlen'))
  expect(await looked.close()).toEqual([])
})
