import { cpSync, mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { commitAll, type LocaleFolder, openLocaleFolder } from './locale-folder.ts'
import { beginStory, changeBothSides, makeProject, type Story, until } from './story.ts'

export type DemoShop = {
  readonly story: Story
  readonly locales: LocaleFolder
  /** Returns the id of a key by its name. */
  keyId(name: string): Promise<number>
  /** Returns the id of a key, and the version of its text in a language. */
  textOf(name: string, language: string): Promise<{ readonly key: number; readonly version: number }>
  /** Saves a text as the owner. */
  save(name: string, language: string, text: string): Promise<void>
  /** Changes the same German text in folder and catalog, and breaks a Dutch file. */
  makeTrouble(): Promise<void>
  end(): Promise<void>
}

type Row = {
  readonly key: { readonly id: number; readonly name: string }
  readonly target: { readonly version: number }
}

/** Opens a seed shop in six languages, partly translated and reviewed: how screens look in use. */
export async function openDemoShop(): Promise<DemoShop> {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'dragoman-demo-')), 'garden-shop')
  cpSync(path.resolve(import.meta.dirname, '../packages/cli/sample'), folder, { recursive: true })
  const locales = openLocaleFolder(folder)
  commitAll(locales)
  const story = await beginStory()
  const { api } = story
  await makeProject(story, {
    slug: 'garden-shop',
    name: 'Garden shop',
    sourceLanguage: 'en',
    folder,
    deliverPublic: true,
  })

  const texts = textsOf(api)
  await fillShop(api, texts)
  return {
    story,
    locales,
    ...texts,
    makeTrouble: () => makeTrouble({ story, locales, save: texts.save }),
    async end() {
      await story.end()
      locales.remove()
    },
  }
}

type Api = Story['api']

/** Finds and saves the texts of the shop. */
function textsOf(api: Api): Pick<DemoShop, 'keyId' | 'textOf' | 'save'> {
  const rowOf = async (name: string, language: string): Promise<Row> => {
    const query = new URLSearchParams({ language, q: `key:${name}` })
    const { rows } = await api<{ rows: Row[] }>('GET', `/projects/garden-shop/translations?${query}`)
    const row = rows.find(({ key }) => key.name === name)
    if (row === undefined) throw new Error(`The demo shop has no key ${name}`)
    return row
  }
  const keyId = async (name: string) => (await rowOf(name, 'en')).key.id
  const textOf = async (name: string, language: string) => {
    const { key, target } = await rowOf(name, language)
    return { key: key.id, version: target.version }
  }
  const save = async (name: string, language: string, text: string) => {
    const { key, version } = await textOf(name, language)
    await api('PUT', `/projects/garden-shop/keys/${key}/translations/${language}`, {
      forms: { other: text },
      baseVersion: version,
    })
  }
  return { keyId, textOf, save }
}

/** Reviews some of the texts, describes some keys and leaves some translations outdated. */
async function fillShop(api: Api, { keyId, save }: Pick<DemoShop, 'keyId' | 'save'>): Promise<void> {
  const review = (language: string, namespace: string) =>
    api('POST', '/projects/garden-shop/translations/bulk', {
      language,
      select: { q: `ns:${namespace} state:translated -is:failing` },
      act: { kind: 'set-state', state: 'reviewed' },
    })
  const describe = async (name: string, description: string, tags: readonly string[]) =>
    api('PATCH', `/projects/garden-shop/keys/${await keyId(name)}`, { description, tags })

  await review('de', 'shop')
  await review('de', 'account')
  await review('fr', 'shop')
  await review('nl', 'account')
  await review('ar', 'shop')
  await describe(
    'basket.saved',
    'Below the basket, after somebody has signed in. The number of days is between 1 and 30.',
    ['basket', 'web'],
  )
  await describe('pay.failed', 'The bank said no. Be kind: the name helps.', ['payment'])
  await save('product.water', 'en', 'Water twice a week, never at noon')
  await save('pay.later', 'de', 'Erst nach der Ankunft zahlen')
}

/** See `DemoShop`. */
async function makeTrouble({
  story,
  locales,
  save,
}: Pick<DemoShop, 'story' | 'locales' | 'save'>): Promise<void> {
  await changeBothSides(story, {
    project: 'garden-shop',
    locales,
    file: 'locales/de/checkout.json',
    change: (text) => text.replace('Bei den Nachbarn abgeben', 'Bei netten Nachbarn abgeben'),
    save: () => save('address.neighbour', 'de', 'Gern auch bei den Nachbarn abgeben'),
  })
  locales.write(
    'locales/nl/account.json',
    locales.read('locales/nl/account.json').replace('{{name}}",', '{{name}}"'),
  )
  await until(async () => {
    const { files } = await story.api<{ files: { state: string; conflicts: number }[] }>(
      'GET',
      '/projects/garden-shop/files',
    )
    if (!files.some(({ conflicts }) => conflicts > 0)) throw new Error('No conflict yet')
    if (!files.some(({ state }) => state === 'unreadable')) throw new Error('No broken file yet')
  })
}
