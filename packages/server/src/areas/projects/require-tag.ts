import { parseTag, tagFromPath } from '@dragoman/core'
import { refusedField } from '../../refused-field.ts'

/** Returns a language tag in canonical case, also for spellings such as `pt_BR`. Throws `invalid-input`. */
export function requireTag(text: string, pointer = '/sourceLanguage'): string {
  const parsed = parseTag(text)
  if (parsed.ok) return parsed.tag
  const spelled = tagFromPath(text)
  if (spelled !== null) return spelled
  throw refusedField(pointer, parsed.code)
}
