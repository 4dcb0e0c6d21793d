import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { KeptTexts, type KeptTextsProps } from '../src/components/KeptTexts.tsx'
import { createSaving, type Saving } from '../src/lib/saving/create-saving.ts'
import { deviceStorage } from '../src/lib/saving/device-storage.ts'
import { sendSave } from '../src/lib/saving/send-save.ts'
import { SavingContext } from '../src/lib/saving/use-saving.ts'
import { speakEnglish } from './english.ts'

/** Unsaved text of a project that cannot be opened any more. */

let saving: Saving
let root: Root
const place = document.createElement('div')
document.body.append(place)

beforeAll(() => speakEnglish())
beforeEach(() => {
  localStorage.clear()
  saving = createSaving({
    storage: deviceStorage(),
    channel: { post: () => {}, listen: () => {} },
    locks: null,
    windowId: 'window',
    send: sendSave,
  })
  root = createRoot(place)
  root.render(
    <SavingContext value={saving}>
      <KeptTexts project="shop" />
    </SavingContext>,
  )
})
afterEach(() => root.unmount())

function type(project: string, keyId: number, forms: Readonly<Record<string, string>>): void {
  saving.drafts.write(
    { project, language: 'pl', keyId },
    { forms, base: {}, baseVersion: 0, at: Date.now(), failure: null, keyName: `app:key${keyId}` },
  )
}
const texts = () => [...place.querySelectorAll('p[lang=pl]')].map(({ textContent }) => textContent)

test('every form typed in the project is listed, and none of others', async () => {
  type('shop', 1, { one: 'dzień', few: '', other: 'dni' })
  type('garden', 2, { other: 'ogród' })
  await expect.poll(texts).toEqual(['dzień', 'dni'])
  expect(place.querySelector('code')?.textContent).toBe('app:key1')
  expect(place.textContent).toContain('Polish')
})

test('a discarded text disappears, and then nothing is shown', async () => {
  type('shop', 1, { other: 'dni' })
  await expect.poll(texts).toEqual(['dni'])
  place.querySelector<HTMLElement>('[aria-label="Discard the text of app:key1"]')?.click()
  await expect.poll(() => place.textContent).toBe('')
  expect(saving.unsaved.get().drafts).toEqual([])
})

test('only the texts of a language or a string are listed, if nothing else is gone', async () => {
  type('shop', 1, { other: 'dni' })
  type('shop', 2, { other: 'noce' })
  await expect.poll(texts).toEqual(['dni', 'noce'])
  const show = (of: Pick<KeptTextsProps, 'language' | 'keyId'>) =>
    root.render(
      <SavingContext value={saving}>
        <KeptTexts project="shop" {...of} />
      </SavingContext>,
    )
  show({ language: 'pl', keyId: 2 })
  await expect.poll(texts).toEqual(['noce'])
  show({ language: 'pl' })
  await expect.poll(texts).toEqual(['dni', 'noce'])
  show({ language: 'de' })
  await expect.poll(() => place.textContent).toBe('')
})
