import {
  type FormName,
  type Forms,
  formOfEntry,
  hasText,
  isKeyName,
  PLURAL_KINDS,
  type PluralBases,
  pathWithoutSuffix,
  sameForms,
  unitId,
} from '@dragoman/core'
import type { Document, Format } from '../format.ts'
import { type FileUnit, unitsOf } from '../units/units-of.ts'
import { type Content, numberingsOf } from './content.ts'
import { type FidelityReport, openFidelityLog, reportOf } from './fidelity.ts'
import { planLanguage, type TargetFormat } from './plan-language.ts'
import { contextOfKey } from './portable-name.ts'
import { isIcu } from './respell-placeholders.ts'

export type CatalogTarget = {
  readonly language: string
  /** The syntax of the catalog's texts. */
  readonly syntax: string
  /** Keys that are plural in the catalog: files without plurals store their forms as separate keys. */
  readonly bases: PluralBases
  /**
   * Ids of the formats of the catalog's own files. Their syncs name keys as the files do, so an import of
   * such a file must do the same.
   */
  readonly ownFormats?: ReadonlySet<string>
  /** Ids of the keys of the namespace: a translation never makes a plural key of it a key without plural. */
  readonly keys: ReadonlySet<string>
  readonly examplesMax?: number
}

export type AdaptedUnits = {
  readonly units: readonly FileUnit[]
  /** The source texts next to them in the file, by `unitId`, without those that are the names of their keys. */
  readonly sources: ReadonlyMap<string, Forms>
  readonly report: FidelityReport
  readonly unusable: readonly string[]
}

const EXAMPLES = 5

/** A file with texts of one language, and the source language of the catalog. */
export type ReadFile = {
  readonly format: Format
  readonly document: Document
  readonly sourceLanguage: string
}

/**
 * Converts the keys of a file for a catalog, with whole texts where programs have split them; returns the document with
 * these texts too.
 */
export function adaptDocument(
  { format, document: read, sourceLanguage }: ReadFile,
  target: CatalogTarget,
): AdaptedUnits & { readonly document: Document } {
  const { language, bases, ownFormats, keys } = target
  const isKey = (name: string) => PLURAL_KINDS.some((plural) => keys.has(unitId({ name, plural })))
  const document = ownFormats?.has(format.id) === true ? read : (format.joinSegments?.(read, isKey) ?? read)
  const content: Content = {
    sourceLanguage,
    syntax: format.syntax,
    languages: new Map([[language, unitsOf(format, document.entries.values(), bases)]]),
    encoding: document.encoding,
    format,
    numberings: numberingsOf(format, [{ language, document }]),
  }
  return { ...adaptUnits(content, target), document }
}

/**
 * Converts the keys of a file for a catalog: with names and plurals as in the catalog, and placeholders in
 * its syntax if the conversion is exact.
 */
export function adaptUnits(
  content: Content,
  { language, syntax, bases, ownFormats, keys, examplesMax = EXAMPLES }: CatalogTarget,
): AdaptedUnits {
  if (content.format !== null && ownFormats?.has(content.format.id) === true) {
    const units = content.languages.get(language) ?? []
    const sources = new Map<string, Forms>()
    for (const unit of units)
      noteSource(sources, content, { origin: unit, id: unitId(unit), source: unit.source })
    return { units, sources, report: [], unusable: [] }
  }
  const log = openFidelityLog()
  const format: TargetFormat = {
    id: 'catalog',
    languages: 'one',
    allowsAnyName: true,
    plurals: isIcu(syntax) ? 'text' : 'names',
    syntax,
    supports: ['plural', 'comment', 'state', 'max-length', 'nesting'],
  }
  const found = new Map<string, FileUnit>()
  const sources = new Map<string, Forms>()
  const unusable: string[] = []
  for (const { unit, origin, source } of planLanguage(content, { format, language, keys }, log)) {
    const name = unit.name
    if (!isKeyName(name)) {
      unusable.push(origin.name)
      continue
    }
    const { source: _, syntax: named, ...metadata } = origin
    const isAsWritten = sameForms(unit.forms, origin.forms)
    const { id, form } = put(
      found,
      {
        ...metadata,
        ...unit,
        ...(named !== undefined && isAsWritten ? { syntax: named } : {}),
        present: presentIn(unit.plural === origin.plural ? origin.present : [], unit.forms),
      },
      bases,
    )
    noteSource(sources, content, {
      origin,
      id,
      source: form === null ? source : { ...sources.get(id), ...(source?.other && { [form]: source.other }) },
    })
  }
  return { units: [...found.values()], sources, report: reportOf(log, examplesMax), unusable }
}

type NotedSource = { readonly origin: FileUnit; readonly id: string; readonly source: Forms | undefined }

/** Notes the source text of a key, unless it is its name: that does not change with the source text of the catalog. */
function noteSource(
  sources: Map<string, Forms>,
  { format }: Content,
  { origin, id, source = {} }: NotedSource,
): void {
  const { name, path } = origin
  const isName = (text: string) => text === name || path.includes(text)
  if (!hasText(source) || format?.namesAreSources || contextOfKey(origin) !== null) return
  if (!Object.values(source).some(isName)) sources.set(id, source)
}

/**
 * Adds a unit; one that is named like a form of a plural key becomes that form. Returns the id of the key, and the form;
 * null: it is the whole key.
 */
function put(
  found: Map<string, FileUnit>,
  unit: FileUnit,
  bases: PluralBases,
): { readonly id: string; readonly form: FormName | null } {
  const place =
    unit.plural === 'none' && typeof unit.path.at(-1) === 'string' ? formOfEntry(unit.name, bases) : null
  if (place === null || place.plural === 'none') {
    found.set(unitId(unit), unit)
    return { id: unitId(unit), form: null }
  }
  const { name, plural, form, suffix } = place
  const id = unitId({ name, plural })
  const known = found.get(id)
  const text = unit.forms.other
  found.set(id, {
    ...unit,
    ...known,
    name,
    plural,
    path: pathWithoutSuffix(unit.path, suffix),
    forms: { ...known?.forms, ...(text === undefined ? {} : { [form]: text }) },
    present: [...(known?.present ?? []), form],
  })
  return { id, form }
}

function presentIn(present: readonly FormName[], forms: FileUnit['forms']): readonly FormName[] {
  return present.length > 0 ? present : (Object.keys(forms) as FormName[]) // Forms have no other names.
}
