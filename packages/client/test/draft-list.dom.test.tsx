import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { DraftList } from '../src/app/shell/status/DraftList.tsx'
import { toasts, undoLast } from '../src/lib/notices/toast.ts'
import { createSaving, type Saving } from '../src/lib/saving/create-saving.ts'
import { deviceStorage } from '../src/lib/saving/device-storage.ts'
import type { Draft } from '../src/lib/saving/draft-store.ts'
import { SavingContext, useUnsaved } from '../src/lib/saving/use-saving.ts'
import { button } from './controls.ts'
import { speakEnglish } from './english.ts'
import { inRouter } from './in-router.tsx'

/** The drafts under the status, which can be discarded. */

const ADDRESS = { project: 'shop', language: 'de', keyId: 7 }
const draft = (text: string): Draft => ({
  forms: { other: text },
  base: {},
  baseVersion: 0,
  at: 1,
  failure: null,
  keyName: 'app:pay',
})

let saving: Saving
let root: Root
const place = document.createElement('div')
document.body.append(place)

beforeAll(speakEnglish)
beforeEach(async () => {
  localStorage.clear()
  saving = createSaving({
    storage: deviceStorage(),
    channel: { post: () => {}, listen: () => {} },
    locks: null,
    windowId: 'window',
    send: () => new Promise(() => {}),
  })
  saving.start('user:1')
  saving.drafts.write(ADDRESS, draft('Zahlen'))
  root = createRoot(place)
  root.render(
    inRouter(
      <SavingContext value={saving}>
        <Drafts />
      </SavingContext>,
    ),
  )
  await expect.poll(() => button(say('status:discard'))).toBeDefined()
  button(say('status:discard'))?.click()
  await expect.poll(() => button(say('status:discard'))).toBeUndefined()
})
afterEach(() => {
  root.unmount()
  toasts.clear()
})

function Drafts() {
  return <DraftList title="Drafts" drafts={useUnsaved().drafts} project="shop" onLeave={() => {}} />
}

const typed = () => saving.drafts.read(ADDRESS)?.forms.other
const notices = () => toasts.visibleToasts.map(({ content }) => content.text)

test('a discarded draft is restored by Undo', () => {
  expect(typed()).toBeUndefined()
  undoLast()
  expect(typed()).toBe('Zahlen')
  expect(notices()).toEqual([])
})

test('what was typed since is kept instead, which is reported', () => {
  saving.drafts.write(ADDRESS, draft('Jetzt zahlen'))
  undoLast()
  expect(typed()).toBe('Jetzt zahlen')
  expect(notices()).toEqual([say('status:newerKept')])
})

test('so is a newer text that is being saved', () => {
  const save = {
    ...ADDRESS,
    id: '1',
    forms: { other: 'Jetzt zahlen' },
    state: null,
    base: {},
    baseVersion: 0,
  }
  saving.saver.save(save)
  undoLast()
  expect(typed()).toBeUndefined()
  expect(notices()).toEqual([say('status:newerKept')])
})

test('a draft of a deleted key says where the key can be restored', async () => {
  saving.drafts.write(ADDRESS, { ...draft('Zahlen'), failure: 'gone' })
  await expect.poll(() => place.textContent).toContain(say('failures:gone_key'))
})
