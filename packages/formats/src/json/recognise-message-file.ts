import type { Recognition } from '../format.ts'

/** JSON files whose keys are members of messages or of the file, not keys of texts. */
export type MessageFileId = 'go-i18n-json' | 'gotext-json' | 'angular-json'

/** The first message: an id that is a text, and a translation. */
const GO_I18N =
  /^\s*\[\s*\{\s*(?:"id"\s*:\s*"(?:[^"\\]|\\.){1,1024}"\s*,[^\]]{0,4000}?"translation"|"translation"\s*:[^\]]{0,4000}?"id")\s*:/
/** An object with members that messages of go-i18n 2 have, and a form among them. */
const GO_MESSAGE =
  /\{\s*(?:"(?:id|description|hash|left[Dd]elim|right[Dd]elim|zero|one|two|few|many|other)"\s*:\s*"(?:[^"\\]|\\.)*"\s*(?:,\s*)?){1,12}\}/g
const GO_FORM = /"(?:zero|one|two|few|many|other)"\s*:/
const GO_PART = /"(?:description|hash)"\s*:/
const GO_HASH = /"hash"\s*:\s*"sha1-/
/** The files of `goi18n extract` and `goi18n merge`. */
const GO_FILE = /(?:^|\/)(?:active|translate)\.[\w-]+\.json$/i
const GO_PLACEHOLDER = /\{\{-?\s*\./
const EMPTY_LIST = /^\s*\[\s*\]\s*$/
const GOTEXT = /^\s*\{\s*"language"\s*:\s*"[\w-]{1,40}"\s*,\s*"messages"\s*:\s*(?:\[|null)/
const ANGULAR = /^\s*\{\s*"locale"\s*:\s*"[\w-]{1,40}"\s*,\s*"translations"\s*:\s*\{/

/** Returns the format of a file that starts like this, or null. */
export function messageFileOf(path: string, head: string): MessageFileId | null {
  if (!/\.json$/i.test(path)) return null
  if (GO_I18N.test(head)) return 'go-i18n-json'
  if (GOTEXT.test(head)) return 'gotext-json'
  if (ANGULAR.test(head)) return 'angular-json'
  return isGoMap(path, head) ? 'go-i18n-json' : null
}

/** Whether a file has messages of go-i18n 2 by key; others have objects of plural forms, too. */
function isGoMap(path: string, head: string): boolean {
  const messages = (head.match(GO_MESSAGE) ?? []).filter((message) => GO_FORM.test(message))
  if (messages.some((message) => GO_HASH.test(message))) return true
  if (messages.length > 0 && GO_FILE.test(path)) return true
  return GO_PLACEHOLDER.test(head) && messages.some((message) => GO_PART.test(message))
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
