import type { NestingPart } from '../part.ts'
import { readBraces } from './read-braces.ts'
import type { PieceRead } from './scan-vue.ts'

/**
 * Reads `@:key`, `@.modifier:key`, `@:{'key'}` or `@:{name}`. A key without braces ends before a space or a
 * character of the syntax, so that a full stop belongs to it. vue-i18n 8 had `@:(key)` too.
 */
export function readLink(text: string, start: number): PieceRead<NestingPart> {
  HEAD.lastIndex = start
  const head = HEAD.exec(text)
  if (head === null) return invalidAt(text, start)
  const at = start + head[0].length
  const options = head[1] ?? null
  const linkTo = (key: string, end: number): PieceRead<NestingPart> => {
    const span = { start, end }
    return {
      part: { kind: 'nesting', text: text.slice(start, end), span, key, options },
      issue: null,
      end,
    }
  }
  if (text[at] === '{') {
    const { part, issue, end } = readBraces(text, at)
    if (part === null) return { part: null, issue, end }
    return linkTo(part.kind === 'escape' ? part.value : part.name, end)
  }
  GROUP.lastIndex = at
  const group = GROUP.exec(text)
  if (group !== null) return linkTo(group[1] ?? '', at + group[0].length)
  KEY.lastIndex = at
  const key = KEY.exec(text)?.[0] ?? ''
  return key === '' ? invalidAt(text, start) : linkTo(key, at + key.length)
}

const HEAD = /@(?:\.([A-Za-z_][\w$]*))?:/y
const GROUP = /\(([^()\n{}@|]{1,100})\)/y
/** Neither starts with a blank or with a character that cannot start a key. */
const KEY = /(?![:. \n\r\u2028\u2029])[^{@|() ]+/y

function invalidAt(text: string, start: number): PieceRead<never> {
  LINK_LIKE.lastIndex = start
  const end = start + (LINK_LIKE.exec(text)?.[0].length ?? 1)
  const span = { start, end: start + 1 }
  return {
    part: null,
    issue: { code: 'link-invalid', severity: 'error', span: { start, end }, fix: { span, text: "{'@'}" } },
    end,
  }
}

const LINK_LIKE = /@(?:\.[\w$]*)?:?/y
