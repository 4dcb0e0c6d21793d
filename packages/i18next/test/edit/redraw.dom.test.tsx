import { createInstance, type i18n as I18n } from 'i18next'
import { act, memo, useLayoutEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stringsOf } from '../../src/edit/mark-texts.ts'
import { type MarkedPage, markPage } from '../../src/edit/marked-page.ts'
import { marksOfNode } from '../../src/edit/watch-marks.ts'
import { redrawOnChange } from '../../src/redraw-on-change.ts'

// `act` is only in the React for development.
vi.hoisted(() => {
  process.env.NODE_ENV = 'development'
})

/** Everything that is rendered and listens, before or after marking starts, is marked in the end. */

let i18n: I18n
let root: Root
let marked: MarkedPage | undefined
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  i18n = createInstance()
  await i18n.use(initReactI18next).init({
    lng: 'de',
    defaultNS: 'shop',
    resources: { de: { shop: { title: 'Laden', basket: 'Korb' }, late: { more: 'Mehr' } } },
  })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  marked?.stop()
  marked = undefined
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
})

const Basket = memo(() => <p>{useTranslation().t('basket')}</p>)
function App({ onDrawn }: { onDrawn?: () => void }) {
  const { t } = useTranslation()
  // Before React runs effects, in which react-i18next subscribes.
  useLayoutEffect(() => onDrawn?.(), [onDrawn])
  return (
    <main>
      <h1>{t('title')}</h1>
      <Basket />
    </main>
  )
}
const draw = (onDrawn?: () => void) =>
  act(async () =>
    root.render(
      <I18nextProvider i18n={i18n}>
        <App {...(onDrawn === undefined ? {} : { onDrawn })} />
      </I18nextProvider>,
    ),
  )
const keys = () =>
  [...document.querySelectorAll('h1, p')].map(
    ({ firstChild }) => stringsOf(marksOfNode(firstChild as Text)[0]?.ids ?? [])[0]?.key ?? null,
  )
/** Re-renders what has started to listen; see `redraw`. */
const redrawLate = () => act(async () => void vi.advanceTimersByTime(50))

test('re-renders parts that were rendered before and start to listen later', async () => {
  redrawOnChange(i18n)
  const on = i18n.on
  await draw(() => {
    marked ??= markPage(i18n, document, false)
  })
  await redrawLate()
  expect(keys()).toEqual(['title', 'basket'])
  marked?.stop()
  expect(i18n.on).toBe(on)
})

test('re-renders parts that only listen to the language because they were rendered earlier', async () => {
  await draw()
  expect(redrawOnChange(i18n)).toBe(true)
  await act(async () => {
    marked = markPage(i18n, document, true)
  })
  await redrawLate()
  expect(keys()).toEqual(['title', 'basket'])
  // From now on it also listens to saved texts.
  i18n.addResourceBundle('de', 'shop', { title: 'Geschäft' })
  await act(async () => i18n.emit('textsChanged', []))
  expect(document.querySelector('h1')?.textContent).toBe('Geschäft')
})
