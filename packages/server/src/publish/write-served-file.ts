import { buildBundle, hasText, type Unit } from '@dragoman/core'
import { convert, type FileUnit, formatById, i18nextJson, nameNumberedForms } from '@dragoman/formats'
import { pipePlurals } from './pipe-plurals.ts'

/** Texts that a channel serves, for a file in one of its formats. */
export type ServedFile = {
  /** Id of the format. */
  readonly format: string
  readonly language: string
  readonly units: readonly Unit[]
  readonly sourceLanguage: string
  /** For formats that also contain the texts of the source language. */
  readonly sourceUnits: readonly Unit[]
  /** The syntax of the texts. */
  readonly syntax: string
}

/**
 * Returns the bytes of a file that apps load. i18next's JSON has the texts as they are; other formats get
 * plurals and placeholders in their own form, as far as these can be converted exactly. Throws if there is no
 * such format.
 */
export function writeServedFile({ format: id, language, units, ...rest }: ServedFile): Uint8Array {
  if (id === i18nextJson.id)
    return Buffer.from(buildBundle({ units: nameNumberedForms(units, language), language }))
  const format = formatById(id)
  if (format === null) throw new Error(`No format ${id}`)
  const { sourceLanguage, sourceUnits, syntax } = rest
  const named = nameNumberedForms(units, language)
  const shown = format.syntax === 'vue-i18n' ? pipePlurals(named, language, syntax) : named
  const languages = new Map([[language, shown.flatMap(servedUnit)]])
  if (units.length > 0 && !languages.has(sourceLanguage))
    languages.set(sourceLanguage, sourceUnits.flatMap(servedUnit))
  const content = { sourceLanguage, syntax, languages, encoding: null, format: null }
  return convert(content, { format, language }).bytes
}

/**
 * Returns a unit without its state: served texts are to be used, so a format with states must not mark them
 * as drafts.
 */
function servedUnit(unit: Unit): readonly FileUnit[] {
  return hasText(unit.forms) ? [{ ...unit, present: [], state: 'translated' }] : []
}
