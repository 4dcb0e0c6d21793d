import { categoryNamed } from '@dragoman/core'
import { isGoMessagePart } from '../source/go-message.ts'
import { endOfLine } from './yaml-token.ts'

/** The files of `goi18n extract` and `goi18n merge`. */
const GO_FILE = /(?:^|\/)(?:active|translate)\.[\w-]+\.ya?ml$/i
const HASH = /^[ \t]+["']?hash["']?[ \t]*:[ \t]*["']?sha1-/m
const PLACEHOLDER = /\{\{-?\s*\./
/** Blank lines, comments, and the start of the document. */
const ABOVE = /^\ufeff?(?:[ \t]*(?:#|\r?\n?$)|---[ \t\r]*\n?$)/
const KEY = /^([ \t]*)["']?([\w.-]+)["']?[ \t]*:(?=\s|$)/

/** Whether the head of a file has messages of go-i18n 2 by key, and something that only they have. */
export function isMessageMap(path: string, head: string): boolean {
  if (!startsWithMap(head)) return false
  const inner = head
    .split('\n')
    .slice(0, -1)
    .map((line) => KEY.exec(line))
    .filter((match) => match !== null && match[1] !== '')
    .map((match) => match?.[2] ?? '')
  const areParts = inner.every((key) => isGoMessagePart(key) || categoryNamed(key) !== null)
  if (!areParts || !inner.includes('other')) return false
  return HASH.test(head) || GO_FILE.test(path) || PLACEHOLDER.test(head)
}

/** Whether the first line with content starts a map. */
export function startsWithMap(text: string): boolean {
  for (let at = 0; at < text.length; at = endOfLine(text, at)) {
    const line = text.slice(at, endOfLine(text, at))
    if (!ABOVE.test(line)) return /^\ufeff?(?:\{|(?!-[ \t\r]|\[).*:(?:\s|$))/.test(line)
  }
  return false
}
