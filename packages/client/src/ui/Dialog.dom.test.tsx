import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { speakEnglish } from '../../test/english.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

/** The focus is tested in a browser (e2e/frame.e2e.ts): happy-dom knows no `:focus-within`. */

let root: Root
const place = document.createElement('div')
document.body.append(place)

beforeAll(speakEnglish)
beforeEach(() => {
  root = createRoot(place)
})
afterEach(() => root.unmount())

const dialog = () => document.querySelector('[role=dialog]')
const named = () =>
  [...(dialog()?.querySelectorAll('button') ?? [])]
    .map(({ textContent }) => textContent)
    .filter((name) => name !== '')

test('a dialog with buttons has Cancel before them, which closes it', async () => {
  const onClose = vi.fn()
  root.render(
    <Dialog title="Delete it?" onClose={onClose} actions={<Button>Delete</Button>}>
      It is gone then.
    </Dialog>,
  )
  await expect.poll(named).toEqual(['Cancel', 'Delete'])
  dialog()?.querySelectorAll('button')[1]?.click()
  expect(onClose).toHaveBeenCalledOnce()
})

test('a dialog that only shows something has a button with its own label', async () => {
  root.render(
    <Dialog title="Links" onClose={() => {}} actions={null} cancelLabel="Close">
      https://example.org
    </Dialog>,
  )
  await expect.poll(named).toEqual(['Close'])
})
