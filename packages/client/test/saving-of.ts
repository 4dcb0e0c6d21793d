import { createSaving, type Saving } from '../src/lib/saving/create-saving.ts'
import { deviceStorage } from '../src/lib/saving/device-storage.ts'
import { sendSave } from '../src/lib/saving/send-save.ts'

/** Creates the saving of a page that this person has opened in the browser of the test. */
export function savingOf(person: string): Saving {
  const saving = createSaving({
    storage: deviceStorage(),
    channel: { post: () => {}, listen: () => {} },
    locks: null,
    windowId: 'window',
    send: sendSave,
  })
  saving.start(person)
  return saving
}
