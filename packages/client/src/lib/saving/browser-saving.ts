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
  window.addEventListener('pagehide', () => keepWindowId(windowId))
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
  try {
    const id = sessionStorage.getItem(WINDOW_ID)
    sessionStorage.removeItem(WINDOW_ID) // a duplicate of this window must not get the same id
    if (id !== null) return id
  } catch {
    // storage is disabled: nothing is stored anyway
  }
  return crypto.getRandomValues(new Uint32Array(2)).join('-')
}

function keepWindowId(id: string): void {
  try {
    sessionStorage.setItem(WINDOW_ID, id)
  } catch {
    // storage is disabled: nothing is stored anyway
  }
}
