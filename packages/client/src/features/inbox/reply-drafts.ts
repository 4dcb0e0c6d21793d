import { deviceStorage } from '../../lib/saving/device-storage.ts'

const PREFIX = 'dragoman:reply:'
/** Drafts that could not be stored, in memory only. */
const unstored = new Map<number, string>()

/** Returns the unsent reply to a notification. */
export function readReplyDraft(notification: number): string {
  return unstored.get(notification) ?? deviceStorage().getItem(PREFIX + notification) ?? ''
}

/** Stores a reply in the browser; an empty one is deleted. */
export function writeReplyDraft(notification: number, text: string): void {
  unstored.delete(notification)
  try {
    if (text === '') deviceStorage().removeItem(PREFIX + notification)
    else deviceStorage().setItem(PREFIX + notification, text)
  } catch {
    unstored.set(notification, text)
  }
}
