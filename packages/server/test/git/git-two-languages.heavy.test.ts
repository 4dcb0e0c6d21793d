import { afterEach, expect, test } from 'vitest'
import { type GitProject, gitProject } from './git-project.ts'

type Texts = Readonly<Record<string, string>>
type Write = (texts: Texts, language: string) => string

const xliff = (units: readonly string[], language: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n  <file source-language="en" target-language="${language}" datatype="plaintext" original="file.ext">\n    <body>\n${units.join('')}    </body>\n  </file>\n</xliff>\n`

/** Like Symfony: an id derived from the name, and the name again instead of the source text. */
const symfony: Write = (texts, language) =>
  xliff(
    Object.entries(texts).map(
      ([name, text]) =>
        `      <trans-unit id="${Buffer.from(name).toString('base64url').slice(0, 7)}" resname="${name}">\n        <source>${name}</source>\n        <target>${text}</target>\n      </trans-unit>\n`,
    ),
    language,
  )

const EN = { title: 'Shop', pay: 'Pay' }
const DE = { title: 'Laden', pay: 'Zahlen' }
/** Like Angular: each file contains the source texts alongside the translations. */
const angular: Write = (texts, language) =>
  xliff(
    Object.entries(texts).map(
      ([name, text]) =>
        `      <trans-unit id="${name}">\n        <source>Say ${name}</source>\n        <target>${text}</target>\n      </trans-unit>\n`,
    ),
    language,
  )

const pathOf = (language: string) => `translations/messages.${language}.xlf`

let project: GitProject | null = null
afterEach(async () => {
  await project?.close()
  project = null
})

async function open(files: Readonly<Record<string, Texts>>, write: Write = symfony) {
  const written = (all: Readonly<Record<string, Texts>>) =>
    Object.fromEntries(
      Object.entries(all).map(([language, texts]) => [pathOf(language), write(texts, language)]),
    )
  const opened = await gitProject(written(files), {
    format: 'xliff-1',
    pattern: 'translations/{ns}.{lng}.xlf',
  })
  project = opened
  const { repository, row, send, sync } = opened
  return {
    ...opened,
    source: async (name: string) => (await row(name, 'de'))?.source.forms.other ?? null,
    /** Commits as a developer, and syncs. */
    async develop(changed: Readonly<Record<string, Texts>>) {
      repository.git('pull', '--quiet', 'origin', 'main')
      repository.write(written(changed))
      repository.commit('Develop')
      await sync()
      await send()
    },
    at: (language: string) => repository.fileAt('main', pathOf(language)),
  }
}

test('Symfony: source texts are those of the source language’s file, whichever file has a key first', async () => {
  const { source, develop, at, text } = await open({ en: EN, de: DE })
  expect([await source('title'), await text('title', 'de')]).toEqual(['Shop', 'Laden'])
  await develop({ de: { ...DE, help: 'Hilfe' } })
  expect([await source('help'), await text('help', 'de')]).toEqual([null, 'Hilfe'])
  expect(at('en')).toBe(symfony(EN, 'en'))
  await develop({ en: { ...EN, help: 'Help' } })
  expect(await source('help')).toBe('Help')
  expect(at('en')).toBe(symfony({ ...EN, help: 'Help' }, 'en'))
  expect(at('de')).toBe(symfony({ ...DE, help: 'Hilfe' }, 'de'))
})

test("Symfony: a translation of a new key has the key's name where the others have theirs", async () => {
  const { develop, at, save, send } = await open({ en: EN, de: DE })
  await develop({ en: { ...EN, help: 'Help' } })
  await save('help', 'de', 'Hilfe')
  await send()
  expect(at('de')).toMatch(/<source>help<\/source>\s*<target>Hilfe<\/target>/)
  expect(at('en')).toBe(symfony({ ...EN, help: 'Help' }, 'en'))
})

test('Symfony: a file of the source language that arrives later defines the source texts', async () => {
  const { source, develop, at, save, send } = await open({ de: DE, fr: { title: 'Magasin', pay: 'Payer' } })
  expect(await source('title')).toBe('title')
  await develop({ en: EN })
  expect(await source('title')).toBe('Shop')
  expect([at('en'), at('de')]).toEqual([symfony(EN, 'en'), symfony(DE, 'de')])
  await save('title', 'en', 'Garden shop')
  await save('title', 'de', 'Gartenladen')
  await send()
  expect(at('en')).toBe(symfony({ ...EN, title: 'Garden shop' }, 'en'))
  expect(at('de')).toBe(symfony({ ...DE, title: 'Gartenladen' }, 'de'))
})

test('a unit that only one translation has is written to no other file', async () => {
  const FR = { title: 'Magasin', pay: 'Payer', old: 'Vieux' }
  const { source, develop, at } = await open({ de: { ...DE, help: 'Hilfe' }, fr: FR }, angular)
  expect(await source('old')).toBe('Say old')
  await develop({ de: { ...DE, help: 'Rat' } })
  expect(at('de')).toBe(angular({ ...DE, help: 'Rat' }, 'de'))
  expect(at('fr')).toBe(angular(FR, 'fr'))
})

test('a text without a state stays without one', async () => {
  const done = angular(DE, 'de').replace('<target>Zahlen', '<target state="final">Zahlen')
  const { save, send, at } = await open({ de: DE }, () => done)
  await save('title', 'de', 'Geschäft')
  await send()
  expect(at('de')).toBe(done.replace('Laden', 'Geschäft'))
})
