import { readStored, store } from '../browser-storage.ts'
import { createSaving, type Saving } from './create-saving.ts'
import { deviceStorage } from './device-storage.ts'
import type { WindowChannel } from './other-windows.ts'
import { sendSave } from './send-save.ts'
import { browserLocks } from './window-locks.ts'

/** Returns the saving of this window, using the storage and the other windows of this browser. */
export function browserSaving(): Saving {
  const windowId = takeWindowId()
  const saving = createSaving({
    storage: deviceStorage(),
    channel: browserChannel(),
    locks: browserLocks(),
    windowId,
    send: sendSave,
  })
  window.addEventListener('online', () => saving.connectionChanged(true))
  window.addEventListener('offline', () => saving.connectionChanged(false))
  window.addEventListener('storage', (event) => saving.storageChanged(event.key))
  window.addEventListener('pagehide', () => store(WINDOW_ID, windowId, 'sessionStorage'))
  document.addEventListener('focusout', saving.stopTyping)
  window.addEventListener('beforeunload', (event) => {
    if (saving.hasStorageFailed()) event.preventDefault() // unstored text would be lost with the page
  })
  return saving
}

function browserChannel(): WindowChannel {
  const channel = new BroadcastChannel('dragoman-saving')
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) =>
      channel.addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data)),
  }
}

const WINDOW_ID = 'dragoman-window'

/**
 * Returns the id that this window had before it was reloaded, so that it owns its saves immediately; a new
 * one for a new window.
 */
function takeWindowId(): string {
  const id = readStored(WINDOW_ID, 'sessionStorage')
  store(WINDOW_ID, null, 'sessionStorage') // a duplicate of this window must not get the same id
  return id ?? crypto.getRandomValues(new Uint32Array(2)).join('-')
}
