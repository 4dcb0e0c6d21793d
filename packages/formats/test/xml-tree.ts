import { SaxesParser } from 'saxes'

/** An element as another XML parser reads it. */
export type Element = {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: (Element | string)[]
}

/** Parses with saxes; throws an error that starts with `not XML` if the text is not well-formed. */
export function parse(text: string): Element {
  const top: Element = { name: '', attributes: new Map(), children: [] }
  const open = [top]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw new Error(`not XML: ${error.message}`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = {
      name,
      attributes: new Map(Object.values(attributes).map((one) => [one.name, one.value])),
      children: [],
    }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const push = (chars: string) => open.at(-1)?.children.push(chars)
  parser.on('text', push)
  parser.on('cdata', push)
  parser.on('closetag', () => open.pop())
  parser.write(text).close()
  const root = top.children.find((child) => typeof child !== 'string')
  if (root === undefined || typeof root === 'string') throw new Error('not XML: no element')
  return root
}

/**
 * aapt2's StringBuilder::AppendText for a string without styling, character by character. Null if it refuses
 * the string.
 */
export function compiled(raw: string): string | null {
  const chars = [...raw.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, '')]
  let text = ''
  let isQuoted = false
  let wasSpace = false
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] ?? ''
    if (!isQuoted && /[ \t\n\v\f\r]/.test(char)) {
      if (!wasSpace) text += ' '
      wasSpace = true
      continue
    }
    wasSpace = false
    if (char === '"') isQuoted = !isQuoted
    else if (char === "'" && !isQuoted) return null
    else if (char !== '\\') text += char
    else {
      const escaped = chars[++at] ?? ''
      if (escaped === 'u') {
        const digits = chars.slice(at + 1, at + 5).join('')
        if (!/^[0-9a-fA-F]{4}$/.test(digits)) return null
        text += String.fromCharCode(Number.parseInt(digits, 16))
        at += 4
      } else text += escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped
    }
  }
  return text
}
