import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { button, dialog, press } from '../../test/controls.ts'
import { speakEnglish } from '../../test/english.ts'
import { isApple } from '../lib/shortcuts/shortcuts.ts'
import { FormDialog, type FormDialogLook } from './FormDialog.tsx'

let root: Root
const place = document.createElement('div')
document.body.append(place)
const onAct = vi.fn()

beforeAll(speakEnglish)
beforeEach(() => {
  vi.clearAllMocks()
  root = createRoot(place)
})
afterEach(() => root.unmount())

type Shown = Partial<Pick<FormDialogLook, 'actsOnEnter' | 'isDisabled' | 'refusal'>> & {
  readonly isPending?: boolean
}

/** Shows a dialog with one field and focuses it. */
async function show({ isPending = false, ...look }: Shown): Promise<HTMLInputElement> {
  root.render(
    <FormDialog
      title="Assign"
      onClose={() => {}}
      act="Assign"
      onAct={onAct}
      request={{ isPending }}
      {...look}
    >
      <input />
    </FormDialog>,
  )
  await expect.poll(() => dialog()?.querySelector('input')).toBeInstanceOf(HTMLInputElement)
  const field = dialog()?.querySelector('input')
  if (!(field instanceof HTMLInputElement)) throw new Error('The dialog has no field.')
  field.focus()
  return field
}

const pressSubmit = () => press('Enter', { [isApple ? 'metaKey' : 'ctrlKey']: true })

test('the keys that save a text act once, from a field', async () => {
  await show({})
  pressSubmit()
  expect(onAct).toHaveBeenCalledOnce()
})

test('they also do in a dialog that acts on Enter', async () => {
  await show({ actsOnEnter: true })
  pressSubmit()
  expect(onAct).toHaveBeenCalledOnce()
})

test('they do not act from a button of the foot', async () => {
  await show({})
  button('Cancel', dialog())?.focus()
  pressSubmit()
  expect(onAct).not.toHaveBeenCalled()
})

test.each<[string, Shown]>([
  ['disabled', { isDisabled: true }],
  ['in progress', { isPending: true }],
  ['refused', { refusal: 'Only managers can.' }],
])('neither these keys nor Enter act while the button is %s', async (_, look) => {
  const field = await show({ ...look, actsOnEnter: true })
  pressSubmit()
  field.form?.requestSubmit()
  expect(onAct).not.toHaveBeenCalled()
})
