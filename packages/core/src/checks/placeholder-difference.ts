import { FORM_NAMES } from '../message/forms.ts'
import { type Placeholder, placeholders, placeholdersOf } from '../message/i18next/placeholders.ts'
import type { CheckedText } from './check.ts'
import { type Difference, type Found, lacking, NO_DIFFERENCE, rememberLast } from './differences.ts'

/** Placeholders the text should have and lacks, and those that no form of the source has. */
export const placeholderDifference = rememberLast((checked: CheckedText): Difference => {
  const { text, source } = checked
  if (source === null || !(source.includes('{{') || text.includes('{{'))) return NO_DIFFERENCE
  const wanted = placeholdersOf(checked.parsedSource().parts).map(foundOf)
  const present = placeholdersOf(checked.parsed().parts).map(foundOf)
  const missing = lacking(wanted, present).filter(({ id }) => !(id === 'count' && checked.isSingleNumber))
  let extra = lacking(present, wanted)
  if (extra.length > 0 && checked.plural !== 'none') extra = lacking(extra, allOfSource(checked))
  return missing.length === 0 && extra.length === 0 ? NO_DIFFERENCE : { missing, extra }
})

/** A plural may use what any source form uses, and the number itself. */
function allOfSource({ sourceForms }: CheckedText): Found[] {
  const all: Found[] = [{ id: 'count', text: '{{count}}', start: 0, end: 0 }]
  for (const form of FORM_NAMES) all.push(...placeholders(sourceForms[form] ?? '').map(foundOf))
  return all
}

function foundOf({ name, text, start, end }: Placeholder): Found {
  return { id: name, text, start, end }
}
