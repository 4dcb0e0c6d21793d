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
      const span = wrong === undefined ? wholeText(text) : { start: wrong.start, end: wrong.end }
      const issue = { code: 'url', severity: 'warning' as const, span, params: { url: found.text } }
      return wrong === undefined ? issue : { ...issue, fix: { span, text: found.text } }
    })
  },
}

const URL_TEXT = /https?:\/\/[^\s<>"'`()[\]{}、。，）」]+/gi

function urlsOf(text: string): Found[] {
  const found: Found[] = []
  for (const match of text.matchAll(URL_TEXT)) {
    const address = match[0].replace(/[.,;:!?…]+$/, '')
    const host = address.slice(address.indexOf('://') + 3).split('/', 1)[0] ?? ''
    found.push({
      id: host.toLowerCase(),
      text: address,
      start: match.index,
      end: match.index + address.length,
    })
  }
  return found
}
