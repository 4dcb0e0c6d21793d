import { createInstance, type i18n as I18n } from 'i18next'
import { createInstance as create23 } from 'i18next-23'
import { createInstance as create24 } from 'i18next-24'
import { createInstance as create25 } from 'i18next-25'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider, initReactI18next, Trans, useTranslation } from 'react-i18next'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readMarks } from '../../src/edit/mark.ts'
import { markTexts, stringsOf } from '../../src/edit/mark-texts.ts'
import { type MarkedWindow, markPage } from '../../src/edit/marked-page.ts'
import { marksOfAttributes, marksOfNode, watchMarks } from '../../src/edit/watch-marks.ts'
import { reportUsedKeys } from '../../src/report-used-keys.ts'

// `act` is only in the React for development.
vi.hoisted(() => {
  process.env.NODE_ENV = 'development'
})

const EN = {
  title: 'Your basket',
  things_one: 'One thing',
  things_other: '{{count}} things',
  place_ordinal_one: '{{count}}st',
  place_ordinal_other: '{{count}}th',
  friend: 'A friend',
  friend_male_one: 'A boyfriend',
  friend_male_other: '{{count}} boyfriends',
  deep: { name: 'Rake' },
  remove: 'Remove {{product}}',
  nested: 'See $t(title).',
  help: 'Questions? <1>Write to us</1>, at <3>once</3>.',
  link: 'Please <1>write</1>',
  list: ['a', 'b'],
  empty: '',
}
const DE = { title: 'Ihr Korb', things_one: 'Eine Sache', things_other: '{{count}} Sachen' }

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  document.body.replaceChildren()
})

async function openApp(create = createInstance, options = {}): Promise<I18n> {
  const i18n = create()
  await i18n.init({
    lng: 'de',
    fallbackLng: 'en',
    ns: ['shop'],
    defaultNS: 'shop',
    returnEmptyString: true,
    resources: { en: { shop: EN, other: { more: 'More' } }, de: { shop: DE } },
    interpolation: { escapeValue: false },
    ...options,
  })
  ends.push(markTexts(i18n))
  return i18n
}

/** Returns a text, and the strings of its mark with the parts of the text that belong to them. */
function read(marked: unknown) {
  const { text, marks } = readMarks(String(marked))
  return { text, found: marks.map(({ ids }) => stringsOf(ids)) }
}
const keysOf = (marked: unknown) =>
  read(marked).found.map((strings) => strings.map(({ key, form, language }) => `${language} ${key} ${form}`))

describe.each([
  ['23', create23],
  ['24', create24],
  ['25', create25],
  ['26', createInstance],
] as const)('texts of i18next %s', (_version, create) => {
  test('have a mark that identifies their string', async () => {
    // Types differ between versions, the called functions do not.
    const i18n = await openApp(create as typeof createInstance)
    expect(read(i18n.t('title'))).toEqual({
      text: 'Ihr Korb',
      found: [[{ namespace: 'shop', key: 'title', form: 'other', language: 'de', askedLanguage: 'de' }]],
    })
    expect(read(i18n.t('things', { count: 1 })).text).toBe('Eine Sache')
    expect(keysOf(i18n.t('things', { count: 1 }))).toEqual([['de things one']])
    expect(keysOf(i18n.t('things', { count: 5 }))).toEqual([['de things other']])
    expect(keysOf(i18n.t('things', { count: 5, lng: 'en' }))).toEqual([['en things other']])
    expect(keysOf(i18n.t('place', { count: 1, ordinal: true, lng: 'en' }))).toEqual([['en place one']])
    expect(keysOf(i18n.t('friend', { context: 'male', count: 2 }))).toEqual([['en friend_male other']])
    expect(keysOf(i18n.t('deep.name'))).toEqual([['en deep.name other']])
    expect(keysOf(i18n.t('other:more'))).toEqual([['en more other']])
    expect(read(i18n.t('other:more')).found[0]?.[0]).toMatchObject({
      namespace: 'other',
      askedLanguage: 'de',
    })
    expect(keysOf(i18n.getFixedT('en', 'shop', 'deep')('name'))).toEqual([['en deep.name other']])
    const list = i18n.t('list', { returnObjects: true }) as unknown as readonly string[]
    expect(list.map((text) => keysOf(text))).toEqual([[['en list.0 other']], [['en list.1 other']]])
  })

  test('have one mark when one is interpolated into another', async () => {
    const i18n = await openApp(create as typeof createInstance)
    const remove = i18n.t('remove', { product: i18n.t('deep.name') })
    expect(read(remove).text).toBe('Remove Rake')
    expect(keysOf(remove)).toEqual([['en remove other', 'en deep.name other']])
    expect(read(i18n.t('nested')).text).toBe('See Ihr Korb.')
    // i18next does not post-process texts that another text refers to.
    expect(keysOf(i18n.t('nested'))).toEqual([['en nested other']])
  })

  test('have no mark if the key is missing, or after marking has ended', async () => {
    const i18n = await openApp(create as typeof createInstance)
    expect(i18n.t('missing')).toBe('missing')
    expect(i18n.t('missing', { defaultValue: 'Default' })).toBe('Default')
    expect(i18n.t('empty')).toBe('')
    for (const end of ends.splice(0)) end()
    expect(i18n.t('title')).toBe('Ihr Korb')
  })
})

test('texts of an app with a key separator of its own have the names of Dragoman', async () => {
  const i18n = await openApp(createInstance, { keySeparator: '::', nsSeparator: '|' })
  expect(keysOf(i18n.t('deep::name'))).toEqual([['en deep.name other']])
  expect(keysOf(i18n.t('things', { count: 5 }))).toEqual([['de things other']])
  const flat = await openApp(createInstance, {
    keySeparator: false,
    resources: { en: { shop: { 'a::b.c': 'Flat' } } },
    nsSeparator: false,
  })
  expect(keysOf(flat.t('a::b.c'))).toEqual([['en a::b.c other']])
})

test('plurals of JSON v3 have the name without its old suffix, and names of v4 keep theirs', async () => {
  const resources = {
    en: {
      shop: { items: 'An item', items_plural: '{{count}} items', step_1: 'Step 1', items_other: 'No plural' },
    },
    pl: { shop: { items_0: 'rzecz', items_1: '{{count}} rzeczy', items_2: '{{count}} rzeczy' } },
  }
  const old = await openApp(create23 as unknown as typeof createInstance, {
    compatibilityJSON: 'v3',
    lng: 'en',
    resources,
  })
  expect(keysOf(old.t('items', { count: 1 }))).toEqual([['en items one']])
  expect(keysOf(old.t('items', { count: 5 }))).toEqual([['en items other']])
  expect(keysOf(old.t('items', { count: 3, lng: 'pl' }))).toEqual([['pl items 1']])
  expect(keysOf(old.t('step_1'))).toEqual([['en step_1 other']])
  expect(keysOf(old.t('items_other', { count: 1 }))).toEqual([['en items_other one']])
  const now = await openApp(createInstance, { lng: 'en', resources })
  expect(keysOf(now.t('items_plural', { count: 5 }))).toEqual([['en items_plural other']])
})

test('an app keeps its own post-processors', async () => {
  const i18n = createInstance()
  i18n.use({ type: 'postProcessor', name: 'loud', process: (value: string) => value.toUpperCase() })
  await i18n.init({ lng: 'en', postProcess: 'loud', resources: { en: { translation: { title: 'Hello' } } } })
  ends.push(markTexts(i18n))
  expect(read(i18n.t('title')).text).toBe('HELLO')
  expect(keysOf(i18n.t('title'))).toEqual([['en title other']])
})

test('two markings that overlap end independently, in any order', async () => {
  const i18n = createInstance()
  await i18n.init({ lng: 'en', postProcess: 'own', resources: { en: { translation: { title: 'Hello' } } } })
  const options = i18n.options as { postProcess?: unknown; postProcessPassResolved?: unknown }
  const passed = options.postProcessPassResolved
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const own = [markTexts(i18n), markTexts(i18n)]
    for (const index of order) {
      expect(keysOf(i18n.t('title'))).toEqual([['en title other']])
      own[index]?.()
    }
    expect(i18n.t('title')).toBe('Hello')
    expect([options.postProcess, options.postProcessPassResolved]).toEqual([['own'], passed])
  }
})

test('what other code adds to the post-processors while texts are marked stays', async () => {
  const i18n = createInstance()
  await i18n.init({ lng: 'en', resources: { en: { translation: { title: 'Hello' } } } })
  const end = markTexts(i18n)
  const reporting = reportUsedKeys(i18n, { share: 1, url: 'http://127.0.0.1:9/d/shop/live' })
  end()
  expect(i18n.options).toMatchObject({ postProcess: ['dragomanReports'], postProcessPassResolved: true })
  reporting.stop()
})

test('a page whose marking ends keeps the marked page of a later one', async () => {
  const i18n = await openApp()
  const [first, second] = [markPage(i18n, document, false), markPage(i18n, document, false)]
  first.stop()
  expect((globalThis as MarkedWindow).dragomanPage).toBe(second)
  second.stop()
  expect(globalThis).not.toHaveProperty('dragomanPage')
})

/** Returns the keys in the marks of a text node. */
function keysOfNode(node: Node): string[] {
  return marksOfNode(node as Text).map(({ ids }) =>
    stringsOf(ids)
      .map(({ key }) => key)
      .join('+'),
  )
}
const keysOfAttribute = (element: Element, name: string) =>
  marksOfAttributes(element)
    .get(name)
    ?.marks.flatMap(({ ids }) => stringsOf(ids).map(({ key }) => key))

/** Waits until the page has processed its mutations, which it does in microtasks. */
const flush = () => act(() => new Promise((resolve) => setImmediate(resolve)))

let setCount = (_count: number) => {}
function App() {
  const { t } = useTranslation()
  const [count, set] = useState(1)
  setCount = set
  return (
    <main title={t('title')}>
      <h1>{t('title')}</h1>
      <p id="things">
        {t('things', { count })} ({count})
      </p>
      <input
        placeholder={t('remove', { product: t('deep.name') })}
        aria-label={t('title')}
        readOnly
        value=""
      />
      <p id="help">
        <Trans t={t} i18nKey="help">
          Questions? <a href="/">Write to us</a>, at <strong>once</strong>.
        </Trans>
      </p>
      <p id="link">
        <Trans t={t} i18nKey="link">
          Please <a href="/">write</a>
        </Trans>
      </p>
    </main>
  )
}

test('React keeps rendering: its nodes stay, and nothing invisible is left in the page', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const i18n = await openApp()
  i18n.use(initReactI18next)
  ends.push(watchMarks(document))
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <I18nextProvider i18n={i18n}>
        <App />
      </I18nextProvider>,
    ),
  )
  await flush()
  const find = (selector: string) => {
    const found = place.querySelector(selector)
    if (found === null) throw new Error(selector)
    return found
  }
  const heading = find('h1')
  const [things] = find('#things').childNodes
  if (things === undefined) throw new Error('No text')
  expect(heading.textContent).toBe('Ihr Korb')
  expect(keysOfNode(heading.childNodes[0] as Node)).toEqual(['title'])
  expect([things.nodeValue, keysOfNode(things)]).toEqual(['Eine Sache', ['things']])
  expect(find('input').getAttribute('placeholder')).toBe('Remove Rake')
  expect(keysOfAttribute(find('input'), 'placeholder')).toEqual(['remove', 'deep.name'])
  expect(keysOfAttribute(find('input'), 'aria-label')).toEqual(['title'])
  expect(keysOfAttribute(find('main'), 'title')).toEqual(['title'])
  expect(find('#help').innerHTML).toBe('Questions? <a href="/">Write to us</a>, at <strong>once</strong>.')
  const last = [...find('#help').childNodes].at(-1) as Node
  expect(keysOfNode(last)).toEqual(['help'])
  expect(marksOfNode(last as Text)[0]?.length).toBe('Questions? Write to us, at once.'.length)
  expect(find('#link').textContent).toBe('Please write')
  expect(keysOfNode([...find('#link').childNodes].at(-1) as Node)).toEqual(['link'])

  await act(async () => setCount(3))
  await flush()
  expect(find('#things').childNodes[0]).toBe(things)
  expect([things.nodeValue, keysOfNode(things)]).toEqual(['3 Sachen', ['things']])
  expect(find('#things').textContent).toBe('3 Sachen (3)')

  await act(async () => void i18n.changeLanguage('en'))
  await flush()
  expect(find('h1')).toBe(heading)
  expect(heading.textContent).toBe('Your basket')
  expect(stringsOf(marksOfNode(heading.childNodes[0] as Text)[0]?.ids ?? [])[0]?.language).toBe('en')
  expect(readMarks(place.innerHTML).marks).toEqual([])
  await act(async () => root.unmount())
})

test('marks are removed from a page without a framework', async () => {
  const i18n = await openApp()
  document.body.innerHTML = `<p title="${i18n.t('title')}">${i18n.t('title')}: ${i18n.t('things', { count: 2 })}</p>
    <input type="submit" value="${i18n.t('title')}"><input id="field">`
  ends.push(watchMarks(document))
  const [paragraph, submit, field] = document.querySelectorAll('p, input')
  const node = paragraph?.firstChild
  if (
    !(node instanceof Text) ||
    !(submit instanceof HTMLInputElement) ||
    !(field instanceof HTMLInputElement)
  )
    throw new Error('No text')
  expect(node.nodeValue).toBe('Ihr Korb: 2 Sachen')
  expect(marksOfNode(node).map(({ end, length }) => node.data.slice(end - length, end))).toEqual([
    'Ihr Korb',
    '2 Sachen',
  ])
  expect(keysOfNode(node)).toEqual(['title', 'things'])
  expect(submit.value).toBe('Ihr Korb')

  // Text written by the app itself replaces the marked one.
  node.data = 'Something else'
  field.setAttribute('aria-label', i18n.t('title'))
  await flush()
  expect(keysOfNode(node)).toEqual([])
  expect(field.getAttribute('aria-label')).toBe('Ihr Korb')
  const more = document.body.appendChild(document.createElement('p'))
  more.textContent = i18n.t('title')
  await flush()
  expect(more.textContent).toBe('Ihr Korb')
  expect(keysOfNode(more.firstChild as Node)).toEqual(['title'])
})
