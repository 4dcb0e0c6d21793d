import { isToken } from '../unit-text.ts'

/** Whether a value is valid for a kind of attribute; words separated by `|` are a closed list. */
export function isValue(kind: string, value: string): boolean {
  const check = KINDS.get(kind)
  if (check !== undefined) return check(value)
  const words = kind.includes('|') ? (WORDS.get(kind) ?? wordsOf(kind)) : null
  return words === null || words.has(value)
}

/** Closed lists, parsed once. */
const WORDS = new Map<string, ReadonlySet<string>>()

function wordsOf(kind: string): ReadonlySet<string> {
  const words = new Set(kind.split('|'))
  WORDS.set(kind, words)
  return words
}

/** XLIFF 2.0, 5.3.6.1: elements that a preview can consist of. */
const HTML: ReadonlySet<string> = new Set(
  (
    'a b bdo big blockquote body br button caption center cite code col colgroup dd del div dl dt em h1 h2 h3 h4 h5 h6 head hr html i img ' +
    'label legend li ol p pre q s samp select small span strike strong sub sup table tbody td tfoot th thead title tr tt u ul'
  ).split(' '),
)

const KINDS: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['nmtoken', isToken],
  ['nmtokens', (value: string) => value.trim().split(/\s+/).every(isToken)],
  // XLIFF 2.0, 4.3.1 srcLang: BCP 47. A language has two or three letters, or four to eight that are reserved
  // or registered.
  ['language', (value: string) => /^(?:[a-z]{2,8}|[ix])(?:-[a-z0-9]{1,8})*$/i.test(value)],
  // XLIFF 2.0, 4.3.1 hex: two digits for each octet, and only code points that are not XML 1.0 characters.
  [
    'hex',
    (value: string) => /^(?:[0-9a-f]{2}){1,3}$/i.test(value) && isInvalidInXml(Number.parseInt(value, 16)),
  ],
  ['priority', (value: string) => /^(?:[1-9]|10)$/.test(value)],
  ['positive', (value: string) => /^0*[1-9][0-9]*$/.test(value)],
  // XLIFF 2.0, 4.3.1 subType, subState: a prefix for the authority that defines it, and a value.
  ['prefixed', (value: string) => /^[^\s:]+:\S.*$/s.test(value)],
  ['percent', (value: string) => /^[0-9]+(?:\.[0-9]+)?$/.test(value) && Number(value) <= 100],
  ['html', (value: string) => HTML.has(value)],
  [
    'subFs',
    (value: string) =>
      value !== '' && value.split(/(?<!\\)\\(?![\\,])/).every((pair) => /^[^,]+,.*$/s.test(pair)),
  ],
  // XLIFF 2.0, 4.3.1 type of annotations: one of the three known ones, or a custom one.
  ['annotation', (value: string) => /^(?:generic|comment|term)$/.test(value) || /^[^\s:]+:\S+$/.test(value)],
])

function isInvalidInXml(code: number): boolean {
  if (code < 0x20) return code !== 0x9 && code !== 0xa && code !== 0xd
  return (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff
}
