import { api } from '@dragoman/contract'
import { fileBase, gitChange } from '@dragoman/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../test-server.ts'
import { bytesAt, type ConnectedSource, openRequestWorld, type RequestWorld } from './request-world.ts'

let world: RequestWorld
beforeAll(async () => {
  world = await openRequestWorld()
})
afterAll(() => world.close())

type Sample = {
  readonly format: string
  readonly path: (language: string) => string
  readonly write: (texts: Texts, order: readonly (keyof Texts)[]) => string
}
type Texts = { readonly title: string; readonly pay: string; readonly help: string }

const EN: Texts = { title: 'Garden shop', pay: 'Pay now', help: 'Ask somebody' }
const DE: Texts = { title: 'Gartenladen', pay: 'Jetzt zahlen', help: 'Jemanden fragen' }
const NAMES = ['title', 'pay', 'help'] as const
/** An order that no catalog would produce. */
const OTHERWISE = ['help', 'title', 'pay'] as const

const SAMPLES: readonly Sample[] = [
  {
    format: 'i18next-json',
    path: (language) => `locales/${language}.json`,
    write: (texts, order) =>
      `{\n  "shop": {\n${order.map((name) => `      "${name}" :  "${texts[name]}"`).join(',\n')}\n  }\n}\n`,
  },
  {
    format: 'java-properties',
    path: (language) => `src/main/resources/messages${language === 'en' ? '' : `_${language}`}.properties`,
    write: (texts, order) =>
      `# Shop\n\n${order.map((name) => `! ${name}\n${name} :   ${texts[name]}\n`).join('\n')}# End\n`,
  },
  {
    format: 'gettext-po',
    path: (language) => `po/${language}.po`,
    write: (texts, order) =>
      `msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n${order
        .map((name) => `# ${name}\n#: src/${name}.c:1\nmsgid "${EN[name]}"\nmsgstr "${texts[name]}"\n`)
        .join('\n')}`,
  },
  {
    format: 'android-xml',
    path: (language) => `app/src/main/res/values${language === 'en' ? '' : `-${language}`}/strings.xml`,
    write: (texts, order) =>
      `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${order
        .map((name) => `  <!-- ${name} -->\n  <string  name="${name}" >${texts[name]}</string>\n`)
        .join('\n')}</resources>\n`,
  },
]

/** Waits until the file to be sent contains what was saved. */
async function written({ sourceId }: ConnectedSource, path: string, isThere: (text: string) => boolean) {
  await eventually(async () => {
    const [own, change] = await world.test.server.deps.store.read(async (r) => [
      await fileBase(r, sourceId, path),
      await gitChange(r, { sourceId, path }),
    ])
    return own !== null && change !== null && isThere(Buffer.from(own).toString())
  })
}

test.each(SAMPLES)(
  'a text that is emptied and comes back keeps its place in the branch: $format',
  async (sample) => {
    const { format, write } = sample
    const path = sample.path('de')
    const has = (text: string) => (bytes: string) => bytes.includes(text)
    const hasNone = (text: string) => (bytes: string) => !bytes.includes(text)
    const looked = await world.repository(`returned-${format}`, (repository) => {
      if (format !== 'gettext-po') repository.write({ [sample.path('en')]: write(EN, NAMES) })
      repository.write({ [path]: write(DE, OTHERWISE) })
      repository.commit('First')
    })
    const { repository } = looked
    const found = looked.found.find((one) => one.format === format)
    if (found === undefined) throw new Error('Nothing was found')
    const source = await looked.connect(found)
    const { tara, tom, branch } = source
    const textOf = (name: keyof Texts) =>
      source.rows('de').then((rows) => {
        const row = rows.find(({ key }) => key.name.endsWith(name) || key.name === EN[name])
        if (row === undefined) throw new Error(`There is no ${name}`)
        return row
      })
    const save = async (name: keyof Texts, text: string, person = tara) =>
      source.save(person, await textOf(name), 'de', text)
    const empty = async (name: keyof Texts, was: string = DE[name]) => {
      await save(name, '')
      await written(source, path, hasNone(was))
    }
    const fill = async (name: keyof Texts, text: string, person = tara) => {
      await save(name, text, person)
      await written(source, path, has(text))
    }
    const sent = () => bytesAt(repository, branch, path).toString()
    const waitingLines = async () => {
      const { files } = await world.test.call(api.git.waiting, {
        params: { project: source.project, source: source.sourceId },
        query: { files: 20 },
      })
      return files.map(({ linesAdded, linesRemoved }) => [linesAdded, linesRemoved])
    }

    await empty('help')
    await fill('help', 'Um Hilfe bitten', tom)
    expect(await waitingLines()).toEqual([[1, 1]])
    await source.send()
    expect(sent()).toBe(write({ ...DE, help: 'Um Hilfe bitten' }, OTHERWISE))
    if (format === 'i18next-json') {
      const {
        key: { id: key, name },
      } = await textOf('pay')
      for (const other of ['shop.checkout', name]) {
        const to = { params: { project: source.project, key }, body: { name: other } }
        await world.test.call(api.keys.update, to)
        await written(source, path, has(`"${other.slice('shop.'.length)}"`))
      }
      // By then the name has been restored in the file of the source language, too.
      await eventually(async () => (await waitingLines()).length === 1)
      expect(await waitingLines()).toEqual([[1, 1]])
      // The file to be sent passes through one without the text, and one with nothing else.
      await empty('help', 'Um Hilfe bitten')
      await source.send()
      for (const name of NAMES) await save(name, '')
      await written(source, path, hasNone(DE.title))
      await fill('pay', 'Zur Kasse')
      await fill('help', 'Um Rat fragen')
      await fill('title', DE.title)
      expect(await waitingLines()).toEqual([[2, 2]])
      await source.send()
      expect(sent()).toBe(write({ ...DE, help: 'Um Rat fragen', pay: 'Zur Kasse' }, OTHERWISE))
    }
    expect(await looked.close()).toEqual([])
  },
)
