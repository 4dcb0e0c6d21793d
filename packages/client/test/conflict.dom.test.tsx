import { type ActorReply, api, type EditorRowReply } from '@dragoman/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ConflictPanel } from '../src/features/translations/saving/ConflictPanel.tsx'
import { useMergedConflict } from '../src/features/translations/saving/use-merged-conflict.ts'
import { useStringText } from '../src/features/translations/saving/use-string-text.ts'
import { type Access, AccessContext, visitorAccess } from '../src/lib/access/access.ts'
import { OwnIdContext } from '../src/lib/access/own-id.ts'
import { toasts, undoLast } from '../src/lib/notices/toast.ts'
import { createSaving, type Saving } from '../src/lib/saving/create-saving.ts'
import { deviceStorage } from '../src/lib/saving/device-storage.ts'
import { sendSave } from '../src/lib/saving/send-save.ts'
import { SavingContext } from '../src/lib/saving/use-saving.ts'
import { call } from '../src/lib/server/call.ts'
import { speakEnglish } from './english.ts'
import {
  addKey,
  openRealServer,
  PROJECT,
  type RealServer,
  saveElsewhere,
  stringOnServer,
} from './real-server.ts'

let server: RealServer
let saving: Saving
let root: Root
/** Null: everything is allowed. */
let access: Access | null
const place = document.createElement('div')
document.body.append(place)

beforeAll(async () => {
  server = await openRealServer()
  await speakEnglish()
})
afterAll(() => server.close())
beforeEach(() => {
  access = null
  localStorage.clear()
  saving = createSaving({
    storage: deviceStorage(),
    channel: { post: () => {}, listen: () => {} },
    locks: null,
    windowId: 'window',
    send: sendSave,
  })
  saving.start('user:1')
  root = createRoot(place)
})
afterEach(() => root.unmount())

/** The string with its conflict, merged automatically if possible. */
function OpenString({ row }: { readonly row: EditorRowReply }) {
  const text = useMergedConflict(row, useStringText(row, { slug: PROJECT, sourceLanguage: 'en' }))
  return (
    <>
      <output>{text.forms.other}</output>
      {text.conflict === null ? null : (
        <ConflictPanel conflict={text.conflict} language="de" text={text} onDone={() => {}} />
      )}
    </>
  )
}

/**
 * Creates a string with the text `base`, for which this person typed `mine` while someone else saved
 * `theirs`.
 */
async function openConflict(
  base: string,
  mine: string,
  theirs: string,
  author?: ActorReply,
): Promise<number> {
  const key = await addKey(`key ${base} ${mine}`, 'Source')
  const before = await saveElsewhere(key, base, (await stringOnServer(key)).target.version)
  saving.drafts.write(
    { project: PROJECT, language: 'de', keyId: key },
    {
      forms: { other: mine },
      base: { other: base },
      baseVersion: before.version,
      at: Date.now(),
      failure: null,
    },
  )
  await saveElsewhere(key, theirs, before.version)
  const row = await stringOnServer(key)
  const shown = author === undefined ? row : { ...row, target: { ...row.target, actor: author } }
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <SavingContext value={saving}>
        <OwnIdContext value="user:99">
          <AccessContext value={access}>
            <OpenString row={shown} />
          </AccessContext>
        </OwnIdContext>
      </SavingContext>
    </QueryClientProvider>,
  )
  await expect.poll(shownText).toBeDefined()
  return key
}

const shownText = () => place.querySelector('output')?.textContent
const choices = () => [...place.querySelectorAll('article p')].map((choice) => choice.textContent)
/** Presses the button of the first, second or third text. */
function choose(number: 1 | 2 | 3): void {
  place.querySelectorAll<HTMLElement>('article button')[number - 1]?.click()
}
const textOnServer = async (key: number) => (await stringOnServer(key)).target.forms.other
const historyOf = async (key: number) => {
  const { history } = await call(api.translations.history, {
    params: { project: PROJECT, key, language: 'de' },
  })
  return history.map(({ forms }) => forms.other ?? '')
}

test('both texts are shown with their base, and mine is saved over theirs', async () => {
  const key = await openConflict('eins', 'meins', 'ihres')
  await expect.poll(choices).toEqual(['ihres', 'meins'])
  expect(place.querySelector('section')?.textContent).toContain('Before: eins')
  expect(shownText()).toBe('meins')
  choose(2)
  await expect.poll(() => textOnServer(key)).toBe('meins')
  expect((await historyOf(key)).slice(0, 3)).toEqual(['meins', 'ihres', 'eins'])
  expect(saving.unsaved.get().drafts).toEqual([])
})

test('choosing theirs sends nothing and deletes the draft', async () => {
  const key = await openConflict('zwei', 'meine', 'ihre')
  await expect.poll(choices).toHaveLength(2)
  const before = server.proxy.seen.length
  choose(1)
  expect(saving.unsaved.get()).toMatchObject({ drafts: [], saves: [] })
  expect(await textOnServer(key)).toBe('ihre')
  await expect.poll(shownText).toBe('ihre')
  expect(server.proxy.seen).toHaveLength(before + 1) // what this test itself has asked
})

test('people who can only suggest keep their text as a draft on top of theirs, and send nothing', async () => {
  access = visitorAccess({ with: 'everyone', role: 'suggester' })
  const key = await openConflict('sechs', 'meiner', 'ihrer')
  await expect.poll(choices).toEqual(['ihrer', 'meiner'])
  choose(2)
  await expect.poll(choices).toEqual([])
  expect(shownText()).toBe('meiner')
  expect(saving.unsaved.get()).toMatchObject({
    saves: [],
    drafts: [{ draft: { forms: { other: 'meiner' }, base: { other: 'ihrer' }, failure: null } }],
  })
  expect(await textOnServer(key)).toBe('ihrer')
})

test('a conflict has to be resolved again if someone saves once more before the choice arrives', async () => {
  const key = await openConflict('drei', 'mein', 'ihr')
  const { version } = (await stringOnServer(key)).target
  await saveElsewhere(key, 'noch eins', version)
  await expect.poll(choices).toHaveLength(2)
  const ends: string[] = []
  saving.onEnd(({ outcome }) => ends.push(outcome.kind))
  choose(2)
  await expect.poll(() => ends).toEqual(['stale'])
  expect(await textOnServer(key)).toBe('noch eins')
  expect(saving.unsaved.get().drafts).toMatchObject([
    { keyId: key, draft: { forms: { other: 'mein' }, failure: 'stale-edit' } },
  ])
})

test('changes that do not overlap are merged without a question, and undo brings the question back', async () => {
  const key = await openConflict('eins zwei drei vier', 'EINS zwei drei vier', 'eins zwei drei VIER')
  await expect.poll(shownText).toBe('EINS zwei drei VIER')
  expect(choices()).toEqual([])
  undoLast()
  await expect.poll(shownText).toBe('EINS zwei drei vier')
  await expect.poll(choices).toHaveLength(3)
  choose(3)
  await expect.poll(() => textOnServer(key)).toBe('EINS zwei drei VIER')
})

test('a merge with the text of a visitor says that it is one', async () => {
  toasts.clear()
  const visitor = { id: 'visitor:1', name: 'Vera' }
  await openConflict('fünf sechs sieben acht', 'FÜNF sechs sieben acht', 'fünf sechs sieben ACHT', visitor)
  await expect.poll(shownText).toBe('FÜNF sechs sieben ACHT')
  expect(toasts.visibleToasts.map(({ content }) => content.text)).toEqual([
    'Merged with the change Vera (visitor) saved',
  ])
})
