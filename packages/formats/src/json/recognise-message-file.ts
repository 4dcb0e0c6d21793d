import type { Recognition } from '../format.ts'

/** JSON files whose keys are members of messages or of the file, not keys of texts. */
export type MessageFileId = 'go-i18n-json' | 'gotext-json' | 'angular-json'

/** The first message: an id that is a text, and a translation. */
const GO_I18N =
  /^\s*\[\s*\{\s*(?:"id"\s*:\s*"(?:[^"\\]|\\.){1,1024}"\s*,[^\]]{0,4000}?"translation"|"translation"\s*:[^\]]{0,4000}?"id")\s*:/
const EMPTY_LIST = /^\s*\[\s*\]\s*$/
const GOTEXT = /^\s*\{\s*"language"\s*:\s*"[\w-]{1,40}"\s*,\s*"messages"\s*:\s*(?:\[|null)/
const ANGULAR = /^\s*\{\s*"locale"\s*:\s*"[\w-]{1,40}"\s*,\s*"translations"\s*:\s*\{/

/** Returns the format of a file that starts like this, or null. */
export function messageFileOf(path: string, head: string): MessageFileId | null {
  if (!/\.json$/i.test(path)) return null
  if (GO_I18N.test(head)) return 'go-i18n-json'
  if (GOTEXT.test(head)) return 'gotext-json'
  return ANGULAR.test(head) ? 'angular-json' : null
}

/** Returns how certain the format `id` is that it can read a file. */
export function recogniseMessageFile(id: MessageFileId, path: string, head: string): Recognition {
  if (!/\.json$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  // A translation that no one has started.
  if (id === 'go-i18n-json' && EMPTY_LIST.test(head)) return { certainty: 1, reason: 'empty-list' }
  return messageFileOf(path, head) === id
    ? { certainty: 3, reason: id.replace('-json', '') }
    : { certainty: 0, reason: 'no-messages' }
}
