import { api } from '@dragoman/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRepository, type TestRepository } from './repository.ts'

/** Details of a text that programs need are the same in all languages, and only the source file has them at first. */

let repository: TestRepository
beforeEach(async () => {
  repository = await openRepository()
})
afterEach(() => repository.close())

const pull = () => repository.dragoman('pull')

async function openProject(pattern: string, format: string, files: Readonly<Record<string, string>>) {
  const project = { project: 'shop', sourceLanguage: 'en', files: [{ pattern, format }] }
  await repository.write({ 'dragoman.json': JSON.stringify(project), ...files })
  expect((await repository.dragoman('push', '--create')).code).toBe(0)
}

test('a new message of Chrome gets the placeholders of the source file', async () => {
  const hello = {
    message: 'Hello $USER$',
    placeholders: { user: { content: '$1' }, shop: { content: '$2' } },
  }
  await openProject('_locales/{lng}/messages.json', 'chrome-json', {
    '_locales/en/messages.json': jsonOf({ hello, bye: { message: 'Bye' } }),
    '_locales/de/messages.json': jsonOf({ bye: { message: 'Tschüss' } }),
  })
  await repository.save('de', 'hello', { other: 'Hallo $USER$' })
  expect((await pull()).out).toBe('1 text written in 1 file.')
  const written = JSON.parse(await repository.text('_locales/de/messages.json'))
  expect(written.hello).toEqual({ ...hello, message: 'Hallo $USER$' })
})

test('a changed message of Chrome gets the placeholders that it names now', async () => {
  const hello = { message: 'Hello $USER$', placeholders: { user: { content: '$1' } } }
  const de = { message: 'Hallo' }
  await openProject('_locales/{lng}/messages.json', 'chrome-json', {
    '_locales/en/messages.json': jsonOf({ hello }),
    '_locales/de/messages.json': jsonOf({ hello: de }),
  })
  await repository.save('de', 'hello', { other: 'Hallo $USER$' })
  expect((await pull()).out).toBe('1 text written in 1 file.')
  const written = JSON.parse(await repository.text('_locales/de/messages.json'))
  expect(written.hello).toEqual({ ...hello, message: 'Hallo $USER$' })
})

test('a new message of gotext gets the key and the placeholders of the source file', async () => {
  const placeholders = [{ id: 'City', string: '%[1]s', type: 'string', argNum: 1, expr: 'city' }]
  const message = { id: 'Hello {City}!', key: 'Hello %s!', message: 'Hello {City}!' }
  const bye = { id: 'Bye', message: 'Bye' }
  await openProject('locales/{lng}/messages.gotext.json', 'gotext-json', {
    'locales/en/messages.gotext.json': jsonOf({
      language: 'en',
      messages: [
        { ...message, translation: 'Hello {City}!', placeholders },
        { ...bye, translation: 'Bye' },
      ],
    }),
    'locales/de/messages.gotext.json': jsonOf({
      language: 'de',
      messages: [{ ...bye, translation: 'Tschüss' }],
    }),
  })
  await repository.save('de', 'Hello {City}!', { other: 'Hallo {City}!' })
  expect((await pull()).out).toBe('1 text written in 1 file.')
  const { messages } = JSON.parse(await repository.text('locales/de/messages.gotext.json'))
  expect(messages).toContainEqual({ ...message, translation: 'Hallo {City}!', placeholders })
})

test('a key that was renamed and edited on the server keeps its details in the files', async () => {
  const metadata = { description: 'How many', placeholders: { n: { type: 'int' } } }
  const fileOf = (language: string, name: string, text: string) =>
    jsonOf({ '@@locale': language, [name]: text, [`@${name}`]: metadata, z: 'Z' })
  await openProject('l10n/app_{lng}.arb', 'arb', {
    'l10n/app_en.arb': fileOf('en', 'items', '{n} items'),
    'l10n/app_de.arb': fileOf('de', 'items', '{n} Dinge'),
  })
  const params = { project: 'shop' }
  const { rows } = await repository.server.call(api.keys.page, {
    params,
    query: { languages: 'en', limit: 5 },
  })
  const { id = 0 } = rows.find(({ key }) => key.name === 'items')?.key ?? {}
  await repository.server.call(api.keys.update, {
    params: { ...params, key: id },
    body: { name: 'goods', keepOldName: false },
  })
  await repository.save('de', 'goods', { other: '{n} Waren' })
  expect((await pull()).code).toBe(0)
  expect(await repository.text('l10n/app_de.arb')).toBe(fileOf('de', 'goods', '{n} Waren'))
  expect(await repository.text('l10n/app_en.arb')).toBe(fileOf('en', 'goods', '{n} items'))
})

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
