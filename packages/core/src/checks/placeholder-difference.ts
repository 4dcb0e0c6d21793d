import { FORM_NAMES } from '../message/forms.ts'
import { placeholders, placeholdersOf } from '../message/i18next/placeholders.ts'
import type { CheckedText } from './check.ts'
import { type Found, lacking } from './differences.ts'

/** Placeholders the text should have and lacks, and those that no form of the source has. */
export function placeholderDifference(checked: CheckedText): { missing: readonly Found[]; extra: readonly Found[] } | null {
  const { text, source } = checked
  if (source === null) return null
  if (!source.includes('{{') && !text.includes('{{')) return null
  const wanted = found(placeholdersOf(checked.parsedSource().parts))
  const present = found(placeholdersOf(checked.parsed().parts))
  const missing = lacking(wanted, present).filter(({ id }) => !(id === 'count' && checked.isSingleNumber))
  let extra: readonly Found[] = lacking(present, wanted)
  if (extra.length > 0 && checked.plural !== 'none') extra = lacking(extra, allOfSource(checked))
  return missing.length === 0 && extra.length === 0 ? null : { missing, extra }
}

/** A plural may use what any source form uses, and the number itself. */
function allOfSource({ sourceForms }: CheckedText): Found[] {
  const all: Found[] = [{ id: 'count', text: '{{count}}', start: 0, end: 0 }]
  for (const form of FORM_NAMES) all.push(...found(placeholders(sourceForms[form] ?? '')))
  return all
}

function found(list: readonly { readonly name: string; readonly text: string; readonly start: number; readonly end: number }[]): Found[] {
  return list.map(({ name, text, start, end }) => ({ id: name, text, start, end }))
}
