import { deviceStorage } from '../../lib/saving/device-storage.ts'

const PREFIX = 'dragoman:reply:'
/** What the device refused to keep lives in this page. */
const unstored = new Map<number, string>()

/** What somebody began to answer to a notification and has not sent. */
export function readReplyDraft(notification: number): string {
  return unstored.get(notification) ?? deviceStorage().getItem(PREFIX + notification) ?? ''
}

/** Keeps it on the device; an empty one is forgotten. */
export function writeReplyDraft(notification: number, text: string): void {
  unstored.delete(notification)
  try {
    if (text === '') deviceStorage().removeItem(PREFIX + notification)
    else deviceStorage().setItem(PREFIX + notification, text)
  } catch {
    unstored.set(notification, text)
  }
}
