import type { EditedString } from './dragoman-api.ts'

/** In the order of CLDR, in which fields are shown too. */
export const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other']

type Plural = EditedString['key']['plural']

/**
 * Returns the forms of a key with the ends of the names by which an app with these options requests them. JSON v3 has
 * `items` and `items_plural`, or `items_0`, `items_1`, …
 */
export function endingsOf(plural: Plural, options: object): (readonly [form: string, ending: string])[] {
  const { pluralSeparator: separator = '_' } = options as { pluralSeparator?: string }
  if (plural === 'none') return [['other', '']]
  if (plural === 'cardinal-v3')
    return [
      ['other', `${separator}plural`],
      ...[...'012345'].map((form) => [form, separator + form] as const),
      ['one', ''],
    ]
  return CATEGORIES.map((form) => [form, (plural === 'ordinal' ? separator + plural : '') + separator + form])
}
