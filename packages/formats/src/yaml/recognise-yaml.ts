import { tagFromPath } from '@dragoman/core'
import type { Recognition } from '../format.ts'
import { isMessageList } from './is-message-list.ts'

/** Recognizes YAML files whose first key is a language, and the only key at its level in the head. */
export function recogniseRails(path: string, head: string): Recognition {
  if (!/\.ya?ml$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  const keys = rootKeys(head)
  const first = keys[0]
  if (first === undefined) return { certainty: 0, reason: 'no-root-key' }
  if (keys.some((key) => tagFromPath(key) === null)) return { certainty: 0, reason: 'root-is-no-language' }
  const isNamed = path
    .slice(path.lastIndexOf('/') + 1)
    .split('.')
    .includes(first)
  const isRails = isNamed || /%\{\w+\}/.test(head) || /(?:^|\/)config\/locales\//.test(path)
  return isRails ? { certainty: 3, reason: 'rails-language-root' } : { certainty: 2, reason: 'language-root' }
}

/**
 * Recognizes any YAML file, which can have texts; one whose root is a language belongs to the other format.
 */
export function recognisePlainYaml(path: string, head: string): Recognition {
  if (!/\.ya?ml$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  if (isMessageList(head)) return { certainty: 0, reason: 'go-i18n' }
  const keys = rootKeys(head)
  if (keys.length > 0 && keys.every((key) => tagFromPath(key) !== null))
    return { certainty: 1, reason: 'language-root' }
  return { certainty: keys.length === 0 ? 1 : 2, reason: 'plain-yaml' }
}

/** Returns the keys at the start of a line; the last line of the head can be incomplete. */
function rootKeys(head: string): readonly string[] {
  return [...head.matchAll(/^(?:"([^"\n]+)"|'([^'\n]+)'|:?([\w@-][^\s:#"']*))\s*:(?=\s|$)/gm)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  )
}
