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

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
