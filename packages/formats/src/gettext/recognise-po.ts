import type { Recognition } from '../format.ts'

/** Recognizes a file: nothing else has lines that start with `msgid` and a quote. */
export function recognisePo(path: string, head: string): Recognition {
  if (!/\.pot?$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  if (/^[ \t]*(?:#~[ \t]*)?msgid[ \t]+"/m.test(head)) return { certainty: 3, reason: 'gettext-messages' }
  if (head.split('\n').every((line) => /^[ \t\r]*(?:#|$)/.test(line)))
    return { certainty: 2, reason: 'gettext-extension' }
  return { certainty: 1, reason: 'gettext-extension' }
}
