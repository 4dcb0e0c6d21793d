import { createInstance } from 'i18next'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { askToEdit } from '../../src/edit/ask-to-edit.ts'
import { type EditedString, projectLanguage } from '../../src/edit/dragoman-api.ts'
import { projectOf } from '../../src/edit/editing.ts'
import { fieldsOf } from '../../src/edit/plural-fields.ts'
import { showSaved } from '../../src/edit/show-saved.ts'
import { directionOf, loadWords } from '../../src/edit/words.ts'

afterEach(() => vi.restoreAllMocks())

const text = (forms = {}) => ({ forms, version: 1, failing: false, outdated: false })
function stringOf(key: Partial<EditedString['key']>, source = {}, target = {}): EditedString {
  return {
    key: {
      id: 1,
      namespace: 'shop',
      name: 'things',
      plural: 'none',
      path: ['things'],
      description: '',
      ...key,
    },
    source: text(source),
    target: text(target),
  }
}

describe('fields', () => {
  const boxes = (language: string, plural: 'cardinal' | 'ordinal', source = {}, target = {}) =>
    fieldsOf(stringOf({ plural }, source, target), language).map(({ form, numbers }) => `${form} ${numbers}`)

  test('correspond to the forms of the language, with numbers', () => {
    expect(boxes('en', 'cardinal')).toEqual(['one 1', 'other 0, 2, 3, …'])
    expect(boxes('pl', 'cardinal')).toEqual([
      'one 1',
      'few 2–4, 22–24, 32–34, …',
      'many 0, 5–21, 25–31, …',
      'other 0.5, …',
    ])
    expect(boxes('en', 'ordinal')[1]).toBe('two 2, 22, 32, …')
    expect(boxes('ja', 'cardinal')).toHaveLength(1)
  })
  test('include additional forms of the source or the text', () => {
    expect(boxes('de', 'cardinal', { zero: 'none' }).map((one) => one.split(' ')[0])).toEqual([
      'zero',
      'one',
      'other',
    ])
    expect(boxes('ja', 'cardinal', {}, { one: 'x' }).map((one) => one.split(' ')[0])).toEqual([
      'one',
      'other',
    ])
    expect(fieldsOf(stringOf({}), 'pl')).toEqual([{ form: 'other', numbers: '' }])
  })
})

describe('a saved text in the app', () => {
  const open = async () => {
    const i18n = createInstance()
    await i18n.init({
      lng: 'de',
      fallbackLng: 'en',
      ns: ['shop'],
      defaultNS: 'shop',
      resources: {
        en: { shop: { deep: { name: 'Rake' } } },
        de: {
          shop: {
            things_one: 'eins',
            things_other: 'viele',
            deep: { name: 'Rechen', more: 'mehr' },
            list: ['a', 'b'],
          },
        },
      },
    })
    const events: unknown[] = []
    i18n.on('textsChanged', (changed) => events.push(changed))
    return { i18n, events }
  }

  test('is shown: a plural, a nested one, one in a list', async () => {
    const { i18n, events } = await open()
    showSaved(i18n, stringOf({ plural: 'cardinal' }), 'de', { one: 'Ein Ding', other: '{{count}} Dinge' })
    expect([1, 3].map((count) => i18n.t('things', { count }))).toEqual(['Ein Ding', '3 Dinge'])
    showSaved(i18n, stringOf({ path: ['deep', 'name'] }), 'DE', { other: 'Harke' })
    expect(i18n.t('deep.name')).toBe('Harke')
    expect(i18n.t('deep.more')).toBe('mehr')
    showSaved(i18n, stringOf({ path: ['list', 1] }), 'de', { other: 'c' })
    expect(i18n.t('list', { returnObjects: true })).toEqual(['a', 'c'])
    expect(events).toHaveLength(3)
    expect(events[0]).toEqual([{ language: 'de', namespace: 'shop' }])
  })
  test('is shown in plurals of JSON v3', async () => {
    const { i18n } = await open()
    i18n.addResourceBundle('pl', 'shop', { sets: 'old', sets_0: 'old', sets_2: 'old', sets_few: 'Few' })
    const things = stringOf({ plural: 'cardinal-v3' })
    showSaved(i18n, things, 'de', { one: 'Ein Ding', other: '{{count}} Dinge' })
    expect(i18n.getResourceBundle('de', 'shop')).toMatchObject({
      things: 'Ein Ding',
      things_plural: '{{count}} Dinge',
      things_one: 'eins',
    })
    const sets = stringOf({ plural: 'cardinal-v3', path: ['sets'] })
    showSaved(i18n, sets, 'pl', { 0: 'zestaw', 1: '{{count}} zestawy' })
    expect(i18n.getResourceBundle('pl', 'shop')).toEqual({
      sets_0: 'zestaw',
      sets_1: '{{count}} zestawy',
      sets_few: 'Few',
    })
  })
  test('is shown under the alias by which the app asked for it, too', async () => {
    const { i18n } = await open()
    const renamed = { ...stringOf({ plural: 'cardinal', path: ['goods'] }), alias: { path: ['things'] } }
    showSaved(i18n, renamed, 'de', { one: 'Ein Ding', other: '{{count}} Dinge' })
    expect([1, 3].map((count) => i18n.t('things', { count }))).toEqual(['Ein Ding', '3 Dinge'])
    expect(i18n.t('goods', { count: 3 })).toBe('3 Dinge')
    showSaved(i18n, { ...stringOf({ path: ['new'] }), alias: { path: ['deep', 'name'] } }, 'de', {})
    expect(i18n.t('deep.name')).toBe('Rake')
  })
  test('falls back if it is empty', async () => {
    const { i18n } = await open()
    showSaved(i18n, stringOf({ path: ['deep', 'name'] }), 'de', {})
    expect(i18n.t('deep.name')).toBe('Rake')
    showSaved(i18n, stringOf({ plural: 'cardinal' }), 'de', { other: '{{count}} Dinge' })
    expect(i18n.getResource('de', 'shop', 'things_one')).toBeUndefined()
  })
  test('changes nothing for a language that the app has not loaded', async () => {
    const { i18n, events } = await open()
    showSaved(i18n, stringOf({ path: ['deep', 'name'] }), 'pl', { other: 'Grabie' })
    expect(events).toEqual([])
    expect(i18n.hasResourceBundle('pl', 'shop')).toBe(false)
  })
})

test('a language of the app is mapped to one of the project', () => {
  const project = { sourceLanguage: 'en', languages: ['en', 'de', 'pt-BR'].map((tag) => ({ tag })) }
  expect(['de_AT', 'PT-br', 'en-GB', 'ja'].map((tag) => projectLanguage(project, tag))).toEqual([
    'de',
    'pt-BR',
    'en',
    null,
  ])
})

test('server and project are derived from the loadPath', async () => {
  const place = async (loadPath: string) => {
    const i18n = createInstance()
    await i18n.init({ lng: 'en', resources: {}, backend: { loadPath } })
    return projectOf(i18n)
  }
  expect(
    await place('https://l10n.example/tools/d/my%20shop/live/locales/{{lng}}/{{ns}}.json?token=x'),
  ).toEqual({
    server: 'https://l10n.example/tools',
    project: 'my shop',
  })
  expect(await place('/locales/{{lng}}.json')).toBeNull()
})

test("the small editor uses the first of the person's languages that it supports", async () => {
  expect((await loadWords(['fr-FR', 'de-AT', 'en'])).language).toBe('de')
  expect((await loadWords(['constructor', 'ja'])).language).toBe('en')
  expect(['ar-EG', 'he', 'az-Arab', 'de', 'ara'].map(directionOf)).toEqual([
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
  ])
})

describe('the sign-in window', () => {
  const place = { server: 'https://l10n.example/tools', project: 'shop' }
  /** Fakes a window opened by the browser, and the messages it sends to this page. */
  function opens() {
    const asking = { closed: false }
    let address = ''
    vi.spyOn(window, 'open').mockImplementation((url) => {
      address = String(url)
      return asking as Window
    })
    const say = (data: object, origin = 'https://l10n.example', source: unknown = asking) =>
      window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }))
    return { asking, say, query: () => new URL(address).searchParams }
  }
  const never = new AbortController().signal

  test('is trusted only if the message comes from that window, from Dragoman, with the given state', async () => {
    const { say, query } = opens()
    const allowed = askToEdit(place, never)
    const answer = { type: 'dragoman-token', state: query().get('state'), secret: 'drg_good' }
    say({ ...answer, secret: 'drg_1' }, 'https://evil.example')
    say({ ...answer, secret: 'drg_2' }, 'https://l10n.example', window)
    say({ ...answer, secret: 'drg_3', state: 'other' })
    say({ ...answer, secret: 'drg_4', type: 'other' })
    say(answer)
    expect(await allowed).toEqual({ secret: 'drg_good', canSendScreenshots: true })
    expect(query().get('project')).toBe('shop')
    expect(query().get('origin')).toBe(location.origin)
  })
  test('reports that it was blocked, closed, or no longer awaited', async () => {
    vi.spyOn(window, 'open').mockReturnValueOnce(null)
    expect(await askToEdit(place, never)).toEqual({ problem: 'blocked' })
    const { asking } = opens()
    const closed = askToEdit(place, never)
    asking.closed = true
    expect(await closed).toEqual({ problem: 'closed' })
    opens()
    const waiting = new AbortController()
    const given = askToEdit(place, waiting.signal)
    waiting.abort()
    expect(await given).toEqual({ problem: 'closed' })
  })
})
