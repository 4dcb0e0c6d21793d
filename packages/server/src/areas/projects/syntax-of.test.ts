import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

async function folderOf(name: string, files: Record<string, string>): Promise<string> {
  const folder = join(server.folder, name)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

const PO_HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: de\\n"\n\n'

test('a project gets the syntax of its files, and its checks use it', async () => {
  const folder = await folderOf('app', { 'po/de.po': `${PO_HEAD}msgid "Open %s"\nmsgstr "Öffnen"\n` })
  const project = await server.call(api.projects.create, {
    body: { slug: 'app', name: 'App', sourceLanguage: 'en', folder },
  })
  expect(project.syntax).toBe('printf')
  await server.server.deps.jobs.idle()
  const { rows } = await server.call(api.translations.page, {
    params: { project: 'app' },
    query: { language: 'de', limit: 10 },
  })
  expect(rows.map(({ target }) => target.failing)).toEqual([true])
})

test('an empty project gets the syntax of its first folder, and keeps it', async () => {
  const made = await server.call(api.projects.create, {
    body: { slug: 'later', name: 'Later', sourceLanguage: 'en' },
  })
  expect(made.syntax).toBe('i18next')
  const params = { project: 'later' }
  const arb = await folderOf('later', {
    'l10n/app_en.arb': '{ "hi": "Hi {name}" }',
    'l10n/app_de.arb': '{ "hi": "Hallo {name}" }',
  })
  await server.call(api.sources.create, { params, body: { folder: arb } })
  await server.server.deps.jobs.idle()
  expect((await server.call(api.projects.get, { params })).syntax).toBe('flutter')
  const po = await folderOf('second', {
    'locale/de/LC_MESSAGES/second.po': `${PO_HEAD}msgid "Close"\nmsgstr "Schließen"\n`,
  })
  await server.call(api.sources.create, { params, body: { folder: po } })
  expect((await server.call(api.projects.get, { params })).syntax).toBe('flutter')
})

test('a project gets the rules of the program that loads its files', async () => {
  const folder = await folderOf('escaping', {
    'l10n.yaml': 'use-escaping: true\n',
    'l10n/app_en.arb': '{ "hi": "See you at {time}", "braces": "Write \'{name}\'" }',
    'l10n/app_fr.arb': '{ "hi": "Rendez-vous à l\'{time}", "braces": "Écrivez \'{nom}\'" }',
  })
  const project = await server.call(api.projects.create, {
    body: { slug: 'escaping', name: 'Escaping', sourceLanguage: 'en', folder },
  })
  expect(project.syntax).toBe('flutter-escaping')
  await server.server.deps.jobs.idle()
  const { rows } = await server.call(api.translations.page, {
    params: { project: 'escaping' },
    query: { language: 'fr', limit: 10 },
  })
  expect(rows.map(({ key, target }) => [key.name, target.failing])).toEqual([
    ['hi', true],
    ['braces', false],
  ])
})

test('texts of Symfony are checked by the domain that they are in', async () => {
  const folder = await folderOf('symfony', {
    'composer.json': '{ "require": { "symfony/translation": "^7.1" } }',
    'translations/messages.en.yaml': 'hello: "Hello %name%"\nset: "A set {a}"\n',
    'translations/messages.fr.yaml': 'hello: "Bonjour"\nset: "Un ensemble {a}"\n',
    'translations/messages+intl-icu.en.yaml': 'greet: "Aboard the {boat}"\nrate: "%rate% now"\n',
    'translations/messages+intl-icu.fr.yaml': 'greet: "À bord de l\'{boat}"\nrate: "Maintenant"\n',
  })
  await server.call(api.projects.create, {
    body: { slug: 'symfony', name: 'Symfony', sourceLanguage: 'en', folder },
  })
  await server.server.deps.jobs.idle()
  const { rows } = await server.call(api.translations.page, {
    params: { project: 'symfony' },
    query: { language: 'fr', limit: 10 },
  })
  const failing = rows.flatMap(({ key, target }) => (target.failing ? [`${key.namespace}:${key.name}`] : []))
  expect(failing.toSorted()).toEqual(['messages+intl-icu:greet', 'messages:hello'])

  const greet = rows.find(({ key }) => key.name === 'greet')
  const text = 'À bord de l’{boat}'
  await server.call(api.translations.save, {
    params: { project: 'symfony', key: greet?.key.id ?? 0, language: 'fr' },
    body: { forms: { other: text }, baseVersion: greet?.target.version ?? 0 },
  })
  const written = (name: string) => readFile(join(folder, 'translations', name), 'utf8')
  await expect.poll(() => written('messages+intl-icu.fr.yaml')).toBe(`greet: "${text}"\nrate: "Maintenant"\n`)
  expect(await written('messages.fr.yaml')).toBe('hello: "Bonjour"\nset: "Un ensemble {a}"\n')
})

test('a pseudo channel reads each text in the syntax of its key', async () => {
  const folder = await folderOf('pseudo', {
    'composer.json': '{ "require": { "symfony/translation": "^7.1" } }',
    'translations/messages.en.yaml': 'hello: "Hello %name%"\n',
    'translations/messages+intl-icu.en.yaml': 'due: "Due on {due, date, short}"\n',
  })
  const java = await folderOf('pseudo-java', {
    'po/en.po': `${PO_HEAD.replace('de', 'en')}#, java-format\nmsgid "Open {file}"\nmsgstr "Open {0,number,integer}"\n`,
    'po/de.po': `${PO_HEAD}#, java-format\nmsgid "Open {file}"\nmsgstr "Öffne {0,number,integer}"\n`,
  })
  for (const [slug, at] of [
    ['pseudo', folder],
    ['pseudo-java', java],
  ] as const)
    await server.call(api.projects.create, {
      body: { slug, name: slug, sourceLanguage: 'en', folder: at, deliverPublic: true },
    })
  await server.server.deps.jobs.idle()
  const load = async (slug: string, namespace: string) => {
    const file = `/d/${slug}/pseudo/locales/fr/${encodeURIComponent(namespace)}.json`
    return (await server.request(file)).text()
  }
  expect(await load('pseudo', 'messages')).toContain('%name%')
  expect(await load('pseudo', 'messages+intl-icu')).toContain('{due, date, short}')
  const { namespaces } = await server.call(api.projects.get, { params: { project: 'pseudo-java' } })
  expect(await load('pseudo-java', namespaces[0]?.name ?? '')).toContain('{0,number,integer}')
})
