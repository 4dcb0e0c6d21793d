import type { Issue } from '../message/issue.ts'
import { type Check, NOTHING, wholeText } from './check.ts'
import { type Found, findMissing } from './differences.ts'

/**
 * A URL of the source that the translation lacks. The same host with another path counts as a localized page.
 */
export const url: Check = {
  codes: ['url'],
  isAboutWording: true,
  run({ text, source }) {
    if (source === null || !source.includes('://')) return NOTHING
    const wanted = urlsOf(source)
    const present = urlsOf(text)
    const missing = findMissing(wanted, present)
    if (missing.length === 0) return NOTHING
    const extra = findMissing(present, wanted)
    const wrong = missing.length === 1 && extra.length === 1 ? extra[0] : undefined
    return missing.map((found) => {
      const span = wrong === undefined ? wholeText(text) : spanOf(wrong, found)
      const issue = { code: 'url', severity: 'warning' as const, span, params: { url: found.text } }
      return wrong === undefined ? issue : { ...issue, fix: { span, text: found.text } }
    })
  },
}

/**
 * Ends at spaces, brackets, quotes, and all punctuation and signs outside of ASCII, which addresses have only encoded:
 * `„https://example.com“`, `https://example.com！`.
 */
const URL_TEXT = /https?:\/\/(?:(?=\p{ASCII})[^\s<>"'`()[\]{}]|(?!\p{ASCII})[^\s\p{P}\p{S}\p{Cf}])+/giu

/**
 * A complete host that is followed by a word of a language without spaces: `https://example.comをご覧ください`. Without the
 * flag `i`, with which `\P{ASCII}` also matches `s` and `k`: signs outside of ASCII have them as their small letters.
 */
const HOST_BEFORE_WORD = /^(?:localhost|\p{ASCII}*\.(?:[a-zA-Z]{2,}|\d+))(?::\d+)?(?=\P{ASCII})/u

function urlsOf(text: string): Found[] {
  const found: Found[] = []
  for (const match of text.matchAll(URL_TEXT)) {
    const whole = match[0].replace(/[.,;:!?]+$/, '')
    const hostAt = whole.indexOf('://') + 3
    const written = whole.slice(hostAt).split(/[/?#]/, 1)[0] ?? ''
    const host = HOST_BEFORE_WORD.exec(written)?.[0] ?? written
    const address = host === written ? whole : whole.slice(0, hostAt + host.length)
    found.push({
      id: host.toLowerCase(),
      text: address,
      start: match.index,
      end: match.index + address.length,
    })
  }
  return found
}

/** Returns what a fix replaces: not the words that follow a path without a space, unless the address has such letters. */
function spanOf({ text, start, end }: Found, wanted: Found): Issue['span'] {
  const ascii = ASCII_ONLY.test(wanted.text) ? ASCII_PATH.exec(text)?.[0] : undefined
  return { start, end: ascii === undefined ? end : start + ascii.length }
}

const ASCII_ONLY = /^\p{ASCII}*$/u
const ASCII_PATH = /^https?:\/\/[^/?#]*\p{ASCII}*/iu
