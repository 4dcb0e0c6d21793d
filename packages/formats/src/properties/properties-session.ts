import { append } from '@dragoman/core'
import { linkAfter } from '../source/chain.ts'
import { anyEolOf } from '../source/line-ends.ts'
import { isUsableKey } from '../source/usable-key.ts'
import { textOfValue, unescapeProperties } from './properties-text.ts'
import { scanProperties } from './scan-properties.ts'

/**
 * One part of a file that is being edited: an entry, or adjacent comment or blank lines. Parts are in a list,
 * so that they can be added and removed without moving others.
 */
export type SessionNode = {
  prev: SessionNode | null
  next: SessionNode | null
  readonly kind: 'start' | 'blank' | 'comment' | 'entry'
  /** Blanks before a key; the whole text of other kinds. */
  lead: string
  key: string
  rawKey: string
  separator: string
  rawValue: string
  text: string
  eol: string
  /**
   * Whether it belongs to the comment at the start of the file, which is about the file rather than the entry
   * below.
   */
  isHeader: boolean
}

export type PropertiesSession = {
  readonly start: SessionNode
  /** Nodes with a name in file order; the last one is used. */
  readonly byName: Map<string, SessionNode[]>
  readonly eol: string
  readonly alignment: 'aligned' | 'plain'
  readonly separator: string
}

export function openSession(text: string, model: string): PropertiesSession {
  const start = emptyNode('start')
  const byName = new Map<string, SessionNode[]>()
  const separators = new Map<string, number>()
  let last = start
  let lastStart = 0
  let isHeader = true
  scanProperties(text, (item) => {
    // Adjacent comment or blank lines are one node, because a file can consist of millions of them.
    if (item.kind !== 'entry' && item.kind === last.kind) {
      setLines(last, text, lastStart, item.end)
      return
    }
    lastStart = item.start
    const node = emptyNode(item.kind)
    if (item.kind === 'entry') {
      const { keyStart, keyEnd, valueStart, valueEnd } = item
      node.lead = text.slice(item.start, keyStart)
      node.rawKey = text.slice(keyStart, keyEnd)
      node.key = unescapeProperties(node.rawKey).text
      node.separator = text.slice(keyEnd, valueStart)
      node.rawValue = text.slice(valueStart, valueEnd)
      node.text = textOfValue(node.rawValue)
      node.eol = text.slice(valueEnd, item.end)
      separators.set(node.separator, (separators.get(node.separator) ?? 0) + 1)
      if (isUsableKey(node.key)) append(byName, node.key, node)
    } else setLines(node, text, item.start, item.end)
    isHeader &&= item.kind === 'comment'
    node.isHeader = isHeader
    linkAfter(last, node)
    last = node
  })
  return {
    start,
    byName,
    eol: anyEolOf(text) ?? anyEolOf(model) ?? '\n',
    alignment: [...separators.keys()].some((separator) => /^[ \t]{2,}[=:]/.test(separator))
      ? 'aligned'
      : 'plain',
    separator: mostUsed(separators) ?? (model === '' ? '=' : openSession(model, '').separator),
  }
}

function setLines(node: SessionNode, text: string, start: number, end: number): void {
  const code = text.charCodeAt(end - 1)
  const isBreak = end > start && (code === 10 || code === 13)
  const breakLength = !isBreak
    ? 0
    : code === 10 && end - 2 >= start && text.charCodeAt(end - 2) === 13
      ? 2
      : 1
  node.lead = text.slice(start, end - breakLength)
  node.eol = text.slice(end - breakLength, end)
}

export function printSession(session: PropertiesSession): string {
  const pieces: string[] = []
  for (let node = session.start.next; node !== null; node = node.next) {
    pieces.push(node.lead)
    if (node.kind === 'entry') pieces.push(node.rawKey, node.separator, node.rawValue)
    pieces.push(node.eol)
  }
  return pieces.join('')
}

export function emptyNode(kind: SessionNode['kind']): SessionNode {
  return {
    prev: null,
    next: null,
    kind,
    lead: '',
    key: '',
    rawKey: '',
    separator: '',
    rawValue: '',
    text: '',
    eol: '',
    isHeader: false,
  }
}

function mostUsed(counts: ReadonlyMap<string, number>): string | null {
  let best: string | null = null
  for (const [separator, count] of counts) {
    // A key without a value, or with a value that starts on the next line, is not a good example.
    if (!/^[ \t]*[=: \t][ \t]*$/.test(separator)) continue
    if (best === null || count > (counts.get(best) ?? 0)) best = separator
  }
  return best
}
