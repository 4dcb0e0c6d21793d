/** An invisible character in a text, with its position and how it is shown. `name` is for marks only. */
export type InvisibleSign = {
  readonly kind: 'space' | 'no-break' | 'line-end' | 'mark'
  readonly start: number
  readonly end: number
  readonly name: string
}

/**
 * Finds spaces that are easily missed (leading, trailing, at line ends, double), no-break spaces, line ends,
 * line separators, control and formatting characters.
 */
export function invisibleSigns(text: string): InvisibleSign[] {
  const signs: InvisibleSign[] = []
  for (const match of text.matchAll(INVISIBLE)) {
    const [found] = match
    const start = match.index
    const end = start + found.length
    if (found === '\n') signs.push({ kind: 'line-end', start, end, name: '' })
    else if (found.startsWith(' ')) signs.push({ kind: 'space', start, end, name: '' })
    else if (/[\u00a0\u202f\u2007]/.test(found)) signs.push({ kind: 'no-break', start, end, name: '' })
    else if (found === '\u200d' && isInEmoji(text, start)) continue
    else
      signs.push({
        kind: 'mark',
        start,
        end,
        name:
          MARK_NAMES.get(found) ??
          `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
      })
  }
  return signs
}

function isInEmoji(text: string, at: number): boolean {
  return /\p{Extended_Pictographic}/u.test(String.fromCodePoint(text.codePointAt(at + 1) ?? 0x20))
}

const INVISIBLE =
  /^ +| +$| +(?=\n)|(?<=\n) +| {2,}|[\u00a0\u202f\u2007]|\n|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

const MARK_NAMES: ReadonlyMap<string, string> = new Map([
  ['\u000b', 'VT'],
  ['\u000c', 'FF'],
  ['\u0085', 'NEL'],
  ['\u00ad', 'SHY'],
  ['\u061c', 'ALM'],
  ['\u200b', 'ZWSP'],
  ['\u200c', 'ZWNJ'],
  ['\u200d', 'ZWJ'],
  ['\u200e', 'LRM'],
  ['\u200f', 'RLM'],
  ['\u2028', 'LS'],
  ['\u2029', 'PS'],
  ['\u202a', 'LRE'],
  ['\u202b', 'RLE'],
  ['\u202c', 'PDF'],
  ['\u202d', 'LRO'],
  ['\u202e', 'RLO'],
  ['\u2060', 'WJ'],
  ['\u2066', 'LRI'],
  ['\u2067', 'RLI'],
  ['\u2068', 'FSI'],
  ['\u2069', 'PDI'],
  ['\ufeff', 'BOM'],
])
