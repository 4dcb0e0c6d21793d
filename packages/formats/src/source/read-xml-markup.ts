import { addXmlNode, failXml, stopXml, type XmlCursor } from './xml-cursor.ts'
import { CDATA, CLOSE_START, COMMENT, DOCTYPE, INSTRUCTION, OPEN_END, setNodeField } from './xml-table.ts'

/** Reads comments, CDATA sections and the document type. False: `<!` starts none of them. */
export function readXmlMarkup(cursor: XmlCursor): boolean {
  const { text, at } = cursor
  if (text.startsWith('<!--', at)) {
    readXmlUntil(cursor, COMMENT, '<!--', '-->')
    return true
  }
  if (text.startsWith('<![CDATA[', at)) {
    readCdata(cursor)
    return true
  }
  if (!text.startsWith('<!DOCTYPE', at)) return false
  if (cursor.open.length > 0 || cursor.hasRoot || cursor.hasDoctype)
    failXml(cursor, 'bad-tag', at, at + 9, { found: '<!DOCTYPE' })
  cursor.hasDoctype = true
  readDoctype(cursor)
  return true
}

/** Reads everything between two delimiters. */
export function readXmlUntil(cursor: XmlCursor, kind: number, opener: string, closer: string): void {
  const { text, at } = cursor
  const close = text.indexOf(closer, at + opener.length)
  if (close < 0) failXml(cursor, 'unclosed', at, at + opener.length, { opener })
  else if (kind === COMMENT) checkComment(cursor, close)
  cursor.at = close < 0 ? text.length : close + closer.length
  addXmlNode(cursor, kind, at, cursor.at, cursor.table.attributeCount)
}

/** Reports two hyphens within a comment (XML 1.0, 2.5). */
function checkComment(cursor: XmlCursor, close: number): void {
  const hyphens = cursor.text.indexOf('--', cursor.at + 4)
  if (hyphens < close) failXml(cursor, 'unexpected-text', hyphens, hyphens + 2, { found: '--' })
}

const DECLARATION =
  /^<\?xml\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*$/

/** The name of a processing instruction (XML 1.0, 2.6), with what can follow it. */
const TARGET = /([A-Za-z_:\u0080-\uffff][\w.:\-\u0080-\uffff]*)(?=\s|\?>)/y

/** Reads a processing instruction, or the XML declaration, which can only start the file. */
export function readXmlInstruction(cursor: XmlCursor): void {
  const { text, at } = cursor
  readXmlUntil(cursor, INSTRUCTION, '<?', '?>')
  if (!text.startsWith('?>', cursor.at - 2)) return
  TARGET.lastIndex = at + 2
  const target = TARGET.exec(text)?.[1]
  if (target === undefined) failXml(cursor, 'unexpected-text', at, at + 2, { found: '<?' })
  if (target?.toLowerCase() !== 'xml') return
  if (at === 0 && DECLARATION.test(text.slice(0, cursor.at - 2))) return
  failXml(cursor, 'unexpected-text', at, at + 5, { found: '<?xml' })
}

function readCdata(cursor: XmlCursor): void {
  const { text, at } = cursor
  const close = text.indexOf(']]>', at + 9)
  if (close < 0) failXml(cursor, 'unclosed', at, at + 9, { opener: '<![CDATA[' })
  if (cursor.open.length === 0) failXml(cursor, 'unexpected-text', at, at + 9, { found: '<![CDATA[' })
  cursor.at = close < 0 ? text.length : close + 3
  const contentEnd = close < 0 ? text.length : close
  const node = addXmlNode(cursor, CDATA, at, cursor.at, cursor.table.attributeCount)
  if (node < 0) return
  setNodeField(cursor.table, node, OPEN_END, at + 9)
  setNodeField(cursor.table, node, CLOSE_START, contentEnd)
}

const QUOTED_OR_MARK = /["'[\]<>]/g

function readDoctype(cursor: XmlCursor): void {
  const { text, at: start } = cursor
  let isInside = false
  QUOTED_OR_MARK.lastIndex = start + 9
  for (let match = QUOTED_OR_MARK.exec(text); match !== null; match = QUOTED_OR_MARK.exec(text)) {
    const mark = match[0]
    if (mark === '"' || mark === "'") {
      const close = text.indexOf(mark, match.index + 1)
      if (close < 0) break
      QUOTED_OR_MARK.lastIndex = close + 1
    } else if (mark === '[') {
      isInside = true
    } else if (mark === ']') {
      isInside = false
    } else if (mark === '<' && isInside) {
      failXml(cursor, 'doctype-not-allowed', match.index, match.index + 1, {})
      stopXml(cursor, start)
      return
    } else if (mark === '>' && !isInside) {
      cursor.at = match.index + 1
      addXmlNode(cursor, DOCTYPE, start, cursor.at, cursor.table.attributeCount)
      return
    }
  }
  failXml(cursor, 'unclosed', start, start + 9, { opener: '<!DOCTYPE' })
  cursor.table.readEnd = Math.min(cursor.table.readEnd, start)
  cursor.at = text.length
}
