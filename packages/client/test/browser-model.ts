import type { TranslationReply } from '@dragoman/contract'
import { createSaving, type Saving } from '../src/lib/saving/create-saving.ts'
import type { DraftStorage } from '../src/lib/saving/draft-store.ts'
import type { PendingSave } from '../src/lib/saving/save-queue.ts'
import type { SaveOutcome } from '../src/lib/saving/saver.ts'
import type { StringAddress } from '../src/lib/server/string-address.ts'

/**
 * A server, a network, the storage of one browser and its windows, all of which can fail. Used to test the
 * invariants of the status.
 */
export class BrowserModel {
  readonly entries = new Map<string, string>()
  readonly texts = new Map<number, { text: string; version: number }>()
  /** Ids of saves that the server has processed. */
  readonly applied = new Set<string>()
  readonly windows: ModelWindow[] = []
  isFull = false
  isOnline = true
  isServerUp = true
  isSignedIn = true
  isRefusing = false
  isReplyLost = false
  private nextWindow = 1

  open(): ModelWindow {
    const one = new ModelWindow(this, `window-${this.nextWindow++}`)
    this.windows.push(one)
    return one
  }

  /** Simulates a crash: the window has no effects from now on, and its lock is released. */
  crash(one: ModelWindow): void {
    one.isAlive = false
    this.windows.splice(this.windows.indexOf(one), 1)
    one.end()
  }

  /** Resolves when the window has crashed, if it is open. */
  closed(id: string): Promise<void> {
    return this.windows.find((one) => one.id === id)?.ended ?? Promise.resolve()
  }

  version(keyId: number): { text: string; version: number } {
    return this.texts.get(keyId) ?? { text: '', version: 0 }
  }

  /** Saves a text as someone else. */
  saveByOther(keyId: number, text: string): void {
    this.texts.set(keyId, { text, version: this.version(keyId).version + 1 })
  }

  reply(keyId: number): TranslationReply {
    const { text, version } = this.version(keyId)
    return {
      keyId,
      language: 'de',
      forms: text === '' ? {} : { other: text },
      state: text === '' ? 'untranslated' : 'translated',
      version,
      sourceVersion: 0,
      outdated: false,
      failing: false,
      actor: { id: 'user:1', name: 'Mara' },
      updatedAt: null,
    }
  }

  receive(save: PendingSave): SaveOutcome {
    if (!this.isOnline || !this.isServerUp) return { kind: 'unreachable' }
    if (!this.isSignedIn) return { kind: 'signed-out' }
    if (this.isRefusing) return { kind: 'refused', error: null, code: 'not-allowed' }
    const now = this.version(save.keyId)
    if (now.version !== save.baseVersion) {
      const isOurs = now.text === save.forms.other
      return isOurs
        ? { kind: 'done', translation: this.reply(save.keyId) }
        : { kind: 'stale', current: this.reply(save.keyId) }
    }
    this.texts.set(save.keyId, { text: save.forms.other ?? '', version: now.version + 1 })
    this.applied.add(save.id)
    return this.isReplyLost ? { kind: 'unreachable' } : { kind: 'done', translation: this.reply(save.keyId) }
  }
}

const TRAVEL_MS = 20

/** One window of the browser, with the real saving code in it. */
export class ModelWindow {
  isAlive = true
  readonly saving: Saving
  end = (): void => {}
  readonly ended = new Promise<void>((resolve) => {
    this.end = resolve
  })
  private heard: ((message: unknown) => void)[] = []

  constructor(
    readonly browser: BrowserModel,
    readonly id: string,
  ) {
    this.saving = createSaving({
      storage: this.storage(),
      windowId: id,
      channel: {
        post: (message) => {
          if (!this.isAlive) return
          for (const other of browser.windows) if (other !== this) queueMicrotask(() => other.hear(message))
        },
        listen: (listener) => void this.heard.push(listener),
      },
      locks: { hold: () => {}, closed: (other) => browser.closed(other) },
      send: async (save) => {
        await new Promise((resolve) => setTimeout(resolve, TRAVEL_MS))
        const outcome = this.isAlive ? browser.receive(save) : null
        await new Promise((resolve) => setTimeout(resolve, TRAVEL_MS))
        return this.isAlive && outcome !== null ? outcome : new Promise(() => {})
      },
    })
    this.saving.start('user:1')
  }

  hear(message: unknown): void {
    if (this.isAlive) for (const listener of this.heard) listener(message)
  }

  private storage(): DraftStorage {
    const { browser } = this
    const notify = (name: string) => {
      for (const other of browser.windows) if (other !== this) other.saving.storageChanged(name)
    }
    return {
      getItem: (name) => browser.entries.get(name) ?? null,
      setItem: (name, value) => {
        if (!this.isAlive) return
        if (browser.isFull) throw new Error('full')
        browser.entries.set(name, value)
        notify(name)
      },
      removeItem: (name) => {
        if (!this.isAlive) return
        if (browser.entries.delete(name)) notify(name)
      },
      names: () => [...browser.entries.keys()],
    }
  }
}

export function addressOfKey(keyId: number): StringAddress {
  return { project: keyId % 2 === 0 ? 'shop' : 'blog', language: 'de', keyId }
}
