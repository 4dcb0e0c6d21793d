/**
 * Returns whether a piece of XML 1.0 is well-formed: elements closed in order, no duplicate attributes, only
 * the references that XML predefines. For the markup within a text; files are parsed by the formats' own
 * parser.
 */
export function isWellFormedXml(xml: string): boolean {
  const open: string[] = []
  for (let at = 0; at < xml.length; ) {
    const end = tokenEnd(xml, at, open)
    if (end < 0) return false
    at = end
  }
  return open.length === 0
}

/** Returns whether a document can contain the character, directly or as a reference (XML 1.0, 2.2). */
export function isXmlCharacter(code: number): boolean {
  if (code < 32) return code === 9 || code === 10 || code === 13
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff)
}

const MOST_OPEN = 30
const CHARACTERS = /[^<&]+/y
const REFERENCE = /&(?:amp|lt|gt|quot|apos|#([0-9]{1,8})|#x([0-9a-fA-F]{1,8}));/y
const NAME = '[A-Za-z_:\\u00b7-\\uffff][-.\\w:\\u00b7-\\uffff]*'
const ATTRIBUTE = `[ \\t\\r\\n]+(${NAME})[ \\t\\r\\n]*=[ \\t\\r\\n]*("[^<"]*"|'[^<']*')`
const START = new RegExp(`<(${NAME})((?:${ATTRIBUTE})*)[ \\t\\r\\n]*(/?)>`, 'y')
const END = new RegExp(`</(${NAME})[ \\t\\r\\n]*>`, 'y')

function tokenEnd(xml: string, at: number, open: string[]): number {
  if (xml[at] === '&') return referenceEnd(xml, at)
  if (xml[at] !== '<') {
    CHARACTERS.lastIndex = at
    return CHARACTERS.test(xml) ? CHARACTERS.lastIndex : -1
  }
  if (xml.startsWith('<!--', at)) return findClose(xml, '-->', at + 4)
  if (xml.startsWith('<?', at)) return findClose(xml, '?>', at + 2)
  if (xml.startsWith('<![CDATA[', at)) return findClose(xml, ']]>', at + 9)
  END.lastIndex = at
  const end = END.exec(xml)
  if (end !== null) return open.pop() === end[1] ? END.lastIndex : -1
  START.lastIndex = at
  const start = START.exec(xml)
  if (start === null || !hasGoodAttributes(start[2] ?? '')) return -1
  const after = START.lastIndex
  if (xml[after - 2] !== '/') open.push(start[1] ?? '')
  return open.length > MOST_OPEN ? -1 : after
}

/** Returns the end of a closer at or after a place; -1 if there is none. */
export function findClose(xml: string, closer: string, from: number): number {
  const at = xml.indexOf(closer, from)
  return at < 0 ? -1 : at + closer.length
}

function referenceEnd(xml: string, at: number): number {
  REFERENCE.lastIndex = at
  const match = REFERENCE.exec(xml)
  if (match === null) return -1
  const [, decimal, hexadecimal] = match
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return Number.isNaN(code) || isXmlCharacter(code) ? REFERENCE.lastIndex : -1
}

function hasGoodAttributes(raw: string): boolean {
  const names = new Set<string>()
  for (const [, name = '', value = ''] of raw.matchAll(new RegExp(ATTRIBUTE, 'g'))) {
    if (names.has(name)) return false
    names.add(name)
    for (let at = value.indexOf('&'); at >= 0; at = value.indexOf('&', at + 1))
      if (referenceEnd(value, at) < 0) return false
  }
  return true
}
