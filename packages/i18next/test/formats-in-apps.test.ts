import { api } from '@dragoman/contract'
import type { Unit } from '@dragoman/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import * as ReactIntl from 'react-intl'
import * as UseIntl from 'use-intl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { createI18n, useI18n } from 'vue-i18n'
import { pipePlurals } from '../../server/src/publish/pipe-plurals.ts'
import { openTestServer, type TestServer } from '../../server/test/test-server.ts'

/** Apps of libraries other than i18next load their format from a channel, and show it. */

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

type Texts = Readonly<Record<string, { readonly en: Forms; readonly pl: Forms }>>
type Forms = Readonly<Record<string, string>>

/** Creates a project whose channel `live` serves one format; returns what an app loads from it in Polish. */
async function loadFrom(
  slug: string,
  format: string,
  syntax: string,
  texts: Texts,
): Promise<Record<string, string>> {
  const params = { project: slug }
  await server.call(api.projects.create, {
    body: { slug, name: slug, sourceLanguage: 'en', deliverPublic: true },
  })
  await server.call(api.projects.update, { params, body: { syntax } })
  await server.call(api.languages.add, { params, body: { tag: 'pl' } })
  for (const [name, { en, pl }] of Object.entries(texts)) {
    const plural = 'one' in en ? 'cardinal' : 'none'
    await server.call(api.keys.create, { params, body: { namespace: 'app', name, plural, forms: en } })
    const { rows } = await server.call(api.translations.page, {
      params,
      query: { language: 'pl', q: `key:${name}`, limit: 1 },
    })
    const [row] = rows
    await server.call(api.translations.save, {
      params: { ...params, key: row?.key.id ?? 0, language: 'pl' },
      body: { forms: pl, baseVersion: row?.target.version ?? 0 },
    })
  }
  await server.call(api.releases.updateChannel, {
    params: { ...params, channel: 'live' },
    body: { formats: [format] },
  })
  const answer = await fetch(`${server.server.origin}/d/${slug}/live/locales/pl/app.json`)
  const loaded: unknown = await answer.json()
  return Object(loaded)
}

/** The texts that each app shows in Polish: for one, a few and many things. */
const SHOWN = ['Cześć Ola', 'Jedna rzecz', '3 rzeczy', '12 rzeczy w koszyku']

const GREETING = { en: { other: 'Hello {name}' }, pl: { other: 'Cześć {name}' } }
const THINGS = {
  en: { other: '{count, plural, one {One thing} other {# things}}' },
  pl: {
    other: '{count, plural, one {Jedna rzecz} few {# rzeczy} many {# rzeczy w koszyku} other {# rzeczy}}',
  },
}

test('FormatJS, with react-intl', async () => {
  const messages = await loadFrom('formatjs', 'icu-json', 'icu', { greeting: GREETING, things: THINGS })
  const shown = (id: string, values: Record<string, string | number>) =>
    renderToStaticMarkup(
      createElement(
        ReactIntl.IntlProvider,
        { locale: 'pl', messages },
        createElement(ReactIntl.FormattedMessage, { id, values }),
      ),
    )
  expect([
    shown('greeting', { name: 'Ola' }),
    ...[1, 3, 12].map((count) => shown('things', { count })),
  ]).toEqual(SHOWN)
})

function NextIntlApp() {
  const t = UseIntl.useTranslations()
  return [t('greeting', { name: 'Ola' }), ...[1, 3, 12].map((count) => t('things', { count }))].join('|')
}

test('use-intl, the core of next-intl, with the plural forms of an i18next project', async () => {
  const messages = await loadFrom('next', 'icu-json', 'i18next', {
    greeting: { en: { other: 'Hello {{name}}' }, pl: { other: 'Cześć {{name}}' } },
    things: {
      en: { one: 'One thing', other: '{{count}} things' },
      pl: {
        one: 'Jedna rzecz',
        few: '{{count}} rzeczy',
        many: '{{count}} rzeczy w koszyku',
        other: '{{count}} rzeczy',
      },
    },
  })
  const page = renderToStaticMarkup(
    createElement(UseIntl.IntlProvider, {
      locale: 'pl',
      messages,
      timeZone: 'UTC',
      // biome-ignore lint/correctness/noChildrenProp: the types require it here.
      children: createElement(NextIntlApp),
    }),
  )
  expect(page.split('|')).toEqual(SHOWN)
})

test('vue-i18n, with the plural rule that its documentation recommends', async () => {
  const messages = await loadFrom('vue', 'vue-i18n-json', 'vue-i18n', {
    greeting: GREETING,
    things: {
      en: { other: 'One thing | {count} things' },
      pl: { other: 'Jedna rzecz | {count} rzeczy | {count} rzeczy w koszyku | {count} rzeczy' },
    },
  })
  const polish = (count: number) => {
    const form = new Intl.PluralRules('pl').select(count)
    return ['one', 'few', 'many', 'other'].indexOf(form)
  }
  const i18n = createI18n({
    legacy: false,
    locale: 'pl',
    messages: { pl: messages },
    pluralRules: { pl: polish },
  })
  const app = createSSRApp({
    setup() {
      // biome-ignore lint/correctness/useHookAtTopLevel: this is Vue's function, not a React hook.
      const { t } = useI18n()
      return () =>
        h('p', [t('greeting', { name: 'Ola' }), ...[1, 3, 12].map((count) => t('things', count))].join('|'))
    },
  })
  app.use(i18n)
  const page = await renderToString(app)
  expect(page.replace(/<\/?p>/g, '').split('|')).toEqual(SHOWN)
})

test('vue-i18n, with the plural forms of an i18next project: English by its own rule, Polish by one in the app', async () => {
  const texts: Texts = {
    greeting: { en: { other: 'Hello {{name}}' }, pl: { other: 'Cześć {{name}}' } },
    things: {
      en: { one: 'One thing', other: '{{count}} things' },
      pl: {
        one: 'Jedna rzecz',
        few: '{{count}} rzeczy',
        many: '{{count}} rzeczy w koszyku',
        other: '{{count}} rzeczy',
      },
    },
    left: {
      en: { zero: 'Nothing left', one: 'One left', other: '{{count}} left' },
      pl: {
        zero: 'Nic',
        one: 'Jeden',
        few: '{{count}} zostały',
        many: '{{count}} zostało',
        other: '{{count}}',
      },
    },
  }
  const pl = await loadFrom('vue-plurals', 'vue-i18n-json', 'i18next', texts)
  const answer = await fetch(`${server.server.origin}/d/vue-plurals/live/locales/en/app.json`)
  const en: Record<string, string> = Object(await answer.json())
  expect(en.things).toBe('One thing | {count} things')
  const { global } = createI18n({
    legacy: false,
    locale: 'pl',
    messages: { pl, en },
    pluralRules: { pl: pluralRule('pl') },
  })
  const shown = (key: 'things' | 'left', locale: 'pl' | 'en', counts: readonly number[]) =>
    counts.map((count) => global.t(key, count, { locale }))
  expect([global.t('greeting', { name: 'Ola' }), ...shown('things', 'pl', [1, 3, 12])]).toEqual(SHOWN)
  expect(shown('left', 'pl', [0, 1, 2, 5])).toEqual(['Nic', 'Jeden', '2 zostały', '5 zostało'])
  expect(shown('things', 'en', [0, 1, 2])).toEqual(['0 things', 'One thing', '2 things'])
  expect(shown('left', 'en', [0, 1, 2])).toEqual(['Nothing left', 'One left', '2 left'])
})

test.each(['en', 'fr', 'es', 'it', 'pt', 'pl', 'ar', 'lv', 'ja'])(
  'vue-i18n, with forms for 0 and without, by the rule of the documentation in %s',
  (language) => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const forms = Object.fromEntries(categories.map((form) => [form, form]))
    const unit = (name: string, own: Forms): Unit => ({ name, plural: 'cardinal', path: [name], forms: own })
    const units = [
      unit('with', { zero: 'none', ...forms }),
      unit('usual', forms),
      unit('same', { other: 'all' }),
    ]
    const messages = Object.fromEntries(
      pipePlurals(units, language, 'i18next').map(({ name, forms: { other = '' } }) => [name, other]),
    )
    const { global } = createI18n({
      legacy: false,
      locale: language,
      messages: { [language]: messages },
      pluralRules: { [language]: pluralRule(language) },
    })
    const rules = new Intl.PluralRules(language)
    const hasZero = categories.includes('zero')
    for (const count of [0, 1, 2, 5, 11, 100, 1_000_000]) {
      const category = rules.select(count)
      expect(global.t('usual', count), `${count}`).toBe(category)
      expect(global.t('with', count), `${count}`).toBe(count === 0 && !hasZero ? 'none' : category)
      expect(global.t('same', count)).toBe('all')
    }
  },
)

/** The rule given in docs/delivery.md. */
function pluralRule(tag: string) {
  const rules = new Intl.PluralRules(tag)
  const used: readonly string[] = rules.resolvedOptions().pluralCategories
  const order = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((form) => used.includes(form))
  return (count: number, forms: number) => {
    const place = order.indexOf(rules.select(count))
    if (forms > order.length) return count === 0 ? 0 : place + 1
    return Math.min(place, forms - 1)
  }
}
