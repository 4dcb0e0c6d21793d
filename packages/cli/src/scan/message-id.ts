import { createHash } from 'node:crypto'
import type * as t from '@babel/types'
import type { Scope } from './scope.ts'
import { type StaticText, staticTexts } from './static-texts.ts'
import { propertyOf } from './translators.ts'

/**
 * Returns the ids of a FormatJS descriptor `{ id, defaultMessage, description }`; null if it is not a
 * descriptor.
 */
export function messageIds(descriptor: t.Node, scope: Scope): readonly StaticText[] | null {
  const id = propertyOf(descriptor, 'id')
  if (id !== null) return staticTexts(id, scope)
  const message = propertyOf(descriptor, 'defaultMessage')
  if (message === null) return null
  const description = propertyOf(descriptor, 'description')
  return [generatedId(message, { description, scope })]
}

/**
 * Returns the default id that FormatJS generates for a message without one, `[sha512:contenthash:base64:6]`.
 */
export function generatedId(
  message: t.Node,
  { description, scope }: { readonly description: t.Node | null; readonly scope: Scope },
): StaticText {
  const [text] = staticTexts(message, scope)
  const note = description === null ? null : staticTexts(description, scope)[0]
  if (!text?.isWhole || note?.isWhole === false) return { text: '', isWhole: false, node: message }
  const content = text.text.trim().replace(/\s+/g, ' ')
  const hashed = note ? `${content}#${note.text}` : content
  const id = createHash('sha512').update(hashed).digest('base64').slice(0, 6)
  return { text: id, isWhole: true, node: message }
}
