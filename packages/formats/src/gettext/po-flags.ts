import { flagOfSyntax, syntaxOfFlags, syntaxOfNumbers } from '@dragoman/core'
import type { Document } from '../format.ts'
import { messageName } from './message-name.ts'
import { allMessages, sourceOf } from './po-positions.ts'
import { commentsOf, type PoMessage } from './scan-po.ts'

export function isFlagLine(kind: string): boolean {
  return kind === ',' || kind === '='
}

/** Returns the flags `…-format` of a message, as written. */
function formatFlagsOf(message: PoMessage, text: string): readonly string[] {
  const found: string[] = []
  for (const { kind, start, end } of commentsOf(text, message)) {
    if (!isFlagLine(kind)) continue
    const line = text.slice(start, end)
    if (!line.includes('-format')) continue
    const flags = line.slice(line.indexOf('#') + 1).split(/[,=]/)
    found.push(...flags.map((flag) => flag.trim()).filter((flag) => flag.endsWith('-format')))
  }
  return found
}

/** Returns the message syntax that the flags of a message name, or that its msgid shows; null: any. */
export function syntaxOfMessage(message: PoMessage, text: string, id: string): string | null {
  return syntaxOfFlags(formatFlagsOf(message, text)) ?? (id.includes('%') ? syntaxOfNumbers(id) : null)
}

/** What a new message is. */
type NewMessage = { readonly name: string; readonly id: string; readonly syntax: string | undefined }

/**
 * Returns a function that returns the flags for the syntax of a new message: those that the same message has in
 * `model`, or else the usual flag of the syntax. None if its msgid shows the syntax.
 */
export function openFlags(model: Document | null): (message: NewMessage) => readonly string[] {
  let inModel: ReadonlyMap<string, readonly string[]> | null = null
  return ({ name, id, syntax }) => {
    if (syntax === undefined) return []
    inModel ??= flagsIn(model)
    const own = inModel.get(name) ?? []
    if (syntaxOfFlags(own) === syntax) return own
    const flag = syntaxOfNumbers(id) === syntax ? null : flagOfSyntax(syntax)
    return flag === null ? [] : [flag]
  }
}

function flagsIn(model: Document | null): ReadonlyMap<string, readonly string[]> {
  if (model === null) return new Map()
  const messages = allMessages(sourceOf(model))
  return new Map(messages.map((message) => [messageName(message), formatFlagsOf(message, model.text)]))
}
