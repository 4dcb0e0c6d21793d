import { createSaving, type Saving } from './create-saving.ts'
import { deviceStorage } from './device-storage.ts'
import type { WindowChannel } from './other-windows.ts'
import type { PendingSave, SaveQueue } from './save-queue.ts'
import { sendSave } from './send-save.ts'
import type { StringAddress } from './string-address.ts'

let started: Saving | undefined

/** The one of this page; goes on with what an earlier page could not get out. */
export function saving(): Saving {
  started ??= startSaving()
  return started
}

/** How often saves of windows that ended are looked for, in milliseconds. */
const LOOK_EVERY_MS = 5000

function startSaving(): Saving {
  const windowId = takeWindowId()
  const one = createSaving({
    storage: deviceStorage(),
    channel: browserChannel(),
    windowId,
    send: sendSave,
  })
  window.addEventListener('online', () => one.connectionChanged(true))
  window.addEventListener('offline', () => one.connectionChanged(false))
  window.addEventListener('storage', (event) => one.storageChanged(event.key))
  window.addEventListener('pagehide', () => {
    keepWindowId(windowId)
    one.leave()
  })
  document.addEventListener('focusout', one.stopTyping)
  window.addEventListener('beforeunload', (event) => {
    if (one.hasStorageFailed()) event.preventDefault() // what only lives in this page is lost with it
  })
  void one.lookAfter()
  setInterval(() => void one.lookAfter(), LOOK_EVERY_MS)
  return one
}

function browserChannel(): WindowChannel {
  const channel = new BroadcastChannel('dragoman-saving')
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) =>
      channel.addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data)),
  }
}

/** The save of a string that is waiting or on its way, the newest. */
export function pendingFor(queue: SaveQueue, address: StringAddress): PendingSave | null {
  return (
    queue.findLast(
      (save) =>
        save.keyId === address.keyId &&
        save.language === address.language &&
        save.project === address.project,
    ) ?? null
  )
}

const WINDOW_ID = 'dragoman-window'

/**
 * The id that this window had before it was loaded again, so that its saves are its own at once; a new one
 * for a new window.
 */
function takeWindowId(): string {
  try {
    const id = sessionStorage.getItem(WINDOW_ID)
    sessionStorage.removeItem(WINDOW_ID) // a copy of this window must not get the same
    if (id !== null) return id
  } catch {
    // storage is switched off: nothing is kept anyway
  }
  return crypto.getRandomValues(new Uint32Array(2)).join('-')
}

function keepWindowId(id: string): void {
  try {
    sessionStorage.setItem(WINDOW_ID, id)
  } catch {
    // storage is switched off: nothing is kept anyway
  }
}
