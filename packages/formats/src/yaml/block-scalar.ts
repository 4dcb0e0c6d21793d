import type { CST } from 'yaml'

/** The text of a block scalar, and the position after its last character, before the line end. */
export type BlockScalar = { readonly value: string; readonly end: number }

/**
 * Reads a block scalar from the text of its file (YAML 1.2.2, chapter 8.1). The library's token is not enough: it
 * leaves out a last line of blanks that is deeper than the block if the indentation is declared and the first line
 * is deeper too. Such a line is a part of the text. Lines of blanks that are not deeper are not.
 */
export function readBlockScalar(text: string, token: CST.BlockScalar): BlockScalar {
  const { folds, chomping, declared, headerEnd, bodyStart } = headerOf(token)
  const { lines, indent } = linesOf(text, bodyStart, {
    outer: token.indent,
    declared: declared === 0 ? null : Math.max(token.indent, 0) + declared,
  })
  const contents = lines.map(({ start, end }) =>
    end - start > indent ? text.slice(start + indent, end) : '',
  )
  let count = contents.length
  while (count > 0 && contents[count - 1] === '') count--
  const body = contents.slice(0, count)
  const joined = folds ? fold(body) : body.join('\n')
  const last = lines[count - 1]
  if (chomping === '+') {
    const kept = lines.findLast(({ hasEnd }) => hasEnd)
    const blanks = lines.slice(count).filter(({ hasEnd }) => hasEnd).length
    return {
      value: joined + '\n'.repeat(last === undefined ? blanks : blanks + 1),
      end: Math.max(kept?.end ?? headerEnd, last?.end ?? headerEnd),
    }
  }
  if (last === undefined) return { value: '', end: headerEnd }
  return { value: chomping === '-' ? joined : `${joined}\n`, end: last.end }
}

type Header = {
  readonly folds: boolean
  readonly chomping: '+' | '-' | ''
  /** The declared indentation; 0: the first line shows it. */
  readonly declared: number
  readonly headerEnd: number
  readonly bodyStart: number
}

function headerOf({ props, offset }: CST.BlockScalar): Header {
  let source = ''
  let headerEnd = offset
  let bodyStart = offset
  for (const prop of props) {
    if (!('source' in prop)) continue
    bodyStart = prop.offset + prop.source.length
    if (prop.type !== 'newline') headerEnd = bodyStart
    if (prop.type === 'block-scalar-header') source = prop.source
  }
  const chomping = source.includes('+') ? '+' : source.includes('-') ? '-' : ''
  const declared = Number(/[1-9]/.exec(source)?.[0] ?? '0')
  return { folds: source.startsWith('>'), chomping, declared, headerEnd, bodyStart }
}

/** A line without its line end; `hasEnd`: it has one. */
type Line = { readonly start: number; readonly end: number; readonly hasEnd: boolean }

/** Returns the lines of a block, with the blank ones after it, and the indentation of its content. */
function linesOf(
  text: string,
  from: number,
  { outer, declared }: { readonly outer: number; readonly declared: number | null },
): { readonly lines: readonly Line[]; readonly indent: number } {
  const lines: Line[] = []
  let indent = declared
  let deepest = 0
  for (let start = from; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const hasEnd = newline >= 0
    const next = hasEnd ? newline + 1 : text.length
    const end = hasEnd
      ? text.charCodeAt(newline - 1) === RETURN && newline > start
        ? newline - 1
        : newline
      : next
    let at = start
    while (at < end && text.charCodeAt(at) === SPACE) at++
    const column = at - start
    if (at === end) {
      deepest = Math.max(deepest, column)
    } else {
      if (indent === null && column > outer) indent = column
      if (indent === null || column < indent) break
    }
    lines.push({ start, end, hasEnd })
    start = next
  }
  return { lines, indent: indent ?? deepest }
}

const SPACE = 32
const RETURN = 13

/** Joins the lines of a folded block: lines that begin with a blank, and those next to them, keep their line ends. */
function fold(lines: readonly string[]): string {
  let out = ''
  let blanks = 0
  let previous: string | null = null
  for (const line of lines) {
    if (line === '') {
      blanks++
      continue
    }
    if (previous === null) out += '\n'.repeat(blanks)
    else if (isSpaced(previous) || isSpaced(line)) out += '\n'.repeat(blanks + 1)
    else out += blanks === 0 ? ' ' : '\n'.repeat(blanks)
    out += line
    previous = line
    blanks = 0
  }
  return out
}

function isSpaced(line: string): boolean {
  return line.startsWith(' ') || line.startsWith('\t')
}
