import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unitId } from '@dragoman/core'
import {
  type DetectedFile,
  type Document,
  EditError,
  type EntryEdit,
  entryOfUnit,
  type FileUnit,
  pluralBasesOf,
  unitsOf,
} from '@dragoman/formats'
import { checkFolder } from '../../src/check/check-folder.ts'
import { findProjects, type LocaleFiles } from '../../src/check/locale-files.ts'
import { type ErrorKind, TEXT_ERRORS } from './error-kinds.ts'

/** An injected error. */
export type Seed = {
  readonly kind: string
  readonly codes: readonly string[]
  readonly path: string
  readonly key: string
  readonly language: string
  /** The source text and the broken one; null if the error is not about a text. */
  readonly texts: readonly [source: string, damaged: string] | null
}

type Part = { readonly file: DetectedFile; readonly document: Document; readonly units: readonly FileUnit[] }
type Candidate = { readonly part: Part; readonly unit: FileUnit; readonly source: string }
type Planned = {
  readonly seed: Seed
  readonly edit: EntryEdit
  readonly part: Part
  readonly text: string | null
}

/**
 * Injects up to that many errors of each kind into the translations of a folder, each into a text without a
 * previous finding. Returns those that are in the files.
 */
export async function seedProject(
  folder: string,
  { perKind, random }: { readonly perKind: number; readonly random: () => number },
): Promise<readonly Seed[]> {
  const [locales] = (await findProjects(folder)).projects
  if (locales === undefined) throw new Error('No locale files')
  const before = await checkFolder(folder)
  const taken = new Set(before.findings.map(({ path, key }) => `${path}\n${key}`))
  const broken = new Set(before.findings.filter(({ key }) => key === '').map(({ path }) => path))
  const parts = readParts(folder, locales).filter(({ file }) => !broken.has(file.path))
  const candidates = shuffled(candidatesOf(parts, locales), random).filter(
    ({ part, unit }) => !taken.has(`${part.file.path}\n${unit.name}`),
  )
  const used = new Set<FileUnit>()
  const planned: Planned[] = []
  const plan = (
    kind: Pick<ErrorKind, 'name' | 'codes'>,
    make: (one: Candidate) => Pick<Planned, 'edit' | 'text'> | null,
  ) => {
    let count = 0
    for (const one of candidates) {
      if (count >= perKind) break
      if (used.has(one.unit)) continue
      const made = make(one)
      if (made === null) continue
      used.add(one.unit)
      count += 1
      const { path, language } = one.part.file
      const seed = { kind: kind.name, codes: kind.codes, path, key: one.unit.name, language }
      const texts = made.text === null ? null : ([one.source, made.text] as const)
      planned.push({ seed: { ...seed, texts }, part: one.part, ...made })
    }
  }
  const { format, syntax } = locales.facts
  plan({ name: 'plural form removed', codes: ['plural-form-missing'] }, ({ unit }) => {
    if (unit.plural === 'none' || unit.present.length < 2 || format.plurals === 'text') return null
    const form = unit.present.find((one) => one !== 'other' && unit.forms[one])
    const entry = form && entryOfUnit(format, unit, form)
    return entry ? { edit: { kind: 'remove', name: entry.name }, text: null } : null
  })
  for (const kind of TEXT_ERRORS)
    plan(kind, ({ unit, source }) => {
      const text = unit.forms.other
      if (unit.plural !== 'none' || text === undefined) return null
      const [parts, sourceParts] = [syntax.parse(text).parts, syntax.parse(source).parts]
      if ([...parts, ...sourceParts].some((part) => part.kind === 'choice')) return null
      const damaged = kind.damage({ text, source, parts, sourceParts, syntax })
      return damaged === null || damaged === text || damaged === ''
        ? null
        : { edit: { kind: 'set', name: unit.name, text: damaged }, text: damaged }
    })
  plan({ name: 'translation deleted', codes: ['translation-removed'] }, ({ unit }) =>
    unit.plural === 'none' ? { edit: { kind: 'remove', name: unit.name }, text: null } : null,
  )
  const seeds = applyPlanned(folder, planned, locales)
  return [...seeds, ...addUnknownKeys(folder, locales, { perKind, parts })]
}

function readParts(folder: string, { detection, facts }: LocaleFiles): readonly Part[] {
  const read = detection.files.map((file) => ({ file, document: readDocument(folder, file, facts) }))
  const spaces = [...new Set(read.map(({ file }) => file.namespace))]
  return spaces.flatMap((namespace) => {
    const group = read.filter(({ file }) => file.namespace === namespace)
    const bases = pluralBasesOf(facts.format, {
      known: [],
      files: group.map(({ file, document }) => ({
        language: file.language,
        entries: [...document.entries.values()],
      })),
      sourceLanguage: facts.sourceLanguage,
    })
    return group.map((one) => ({
      ...one,
      units: unitsOf(facts.format, one.document.entries.values(), bases),
    }))
  })
}

function readDocument(
  folder: string,
  { path, language, side }: DetectedFile,
  { format }: LocaleFiles['facts'],
) {
  return format.read(readFileSync(join(folder, path)), { language, side: side ?? 'target' })
}

/** Returns translated texts with the text they were translated from. */
function candidatesOf(parts: readonly Part[], { facts }: LocaleFiles): readonly Candidate[] {
  const sources = new Map<string, string>()
  const id = ({ file }: Part, unit: FileUnit) => `${file.namespace}\n${unitId(unit)}`
  for (const part of parts)
    if (part.file.language === facts.sourceLanguage)
      for (const unit of part.units) sources.set(id(part, unit), unit.forms.other ?? '')
  return parts.flatMap((part) =>
    part.file.language === facts.sourceLanguage || part.file.side === 'source'
      ? []
      : part.units.flatMap((unit) => {
          const source = sources.size > 0 ? sources.get(id(part, unit)) : unit.source?.other
          return source && unit.forms.other ? [{ part, unit, source }] : []
        }),
  )
}

/** Writes the errors; those that a file cannot store, or stores differently, are not returned. */
function applyPlanned(folder: string, planned: readonly Planned[], { facts }: LocaleFiles): readonly Seed[] {
  const seeds: Seed[] = []
  for (const part of new Set(planned.map((one) => one.part))) {
    const wanted = planned.filter((one) => one.part === part)
    const path = join(folder, part.file.path)
    const done: Planned[] = []
    for (const one of wanted) {
      try {
        const bytes = facts.format.edit(readDocument(folder, part.file, facts), [one.edit])
        writeFileSync(path, bytes)
        done.push(one)
      } catch (error) {
        if (!(error instanceof EditError)) throw error
      }
    }
    const { entries } = readDocument(folder, part.file, facts)
    for (const { seed, edit, text } of done)
      if (edit.kind === 'set' ? entries.get(edit.name)?.text === text : isGone(entries, edit))
        seeds.push(seed)
  }
  return seeds
}

function isGone(entries: Document['entries'], edit: EntryEdit): boolean {
  return edit.kind === 'remove' && (entries.get(edit.name)?.text ?? '') === ''
}

/** Adds keys that only a translation has. */
function addUnknownKeys(
  folder: string,
  { facts }: LocaleFiles,
  { perKind, parts }: { readonly perKind: number; readonly parts: readonly Part[] },
): readonly Seed[] {
  const isOfBoth = facts.format.languages !== 'one' || parts.some(({ file }) => file.side !== undefined)
  const part = parts.find(({ file, units }) => file.language !== facts.sourceLanguage && units.length > 0)
  const hasSource = parts.some(
    ({ file }) => file.language === facts.sourceLanguage && file.namespace === part?.file.namespace,
  )
  if (part === undefined || isOfBoth || !hasSource) return []
  const { path, language } = part.file
  const names = Array.from({ length: perKind }, (_, at) => `seededKey${at}`)
  const edits = names.map((name) => ({
    kind: 'add' as const,
    path: [name],
    text: `Seeded ${name.replace(/\D/g, '')}`,
    after: [],
    ...(facts.format.plurals === 'units' && {
      unit: { name, plural: 'none' as const, form: 'other' as const, path: [name] },
    }),
  }))
  try {
    writeFileSync(join(folder, path), facts.format.edit(readDocument(folder, part.file, facts), edits))
  } catch (error) {
    if (error instanceof EditError) return []
    throw error
  }
  return names.map((key) => ({
    kind: 'key that only a translation has',
    codes: ['not-in-source'],
    path,
    key,
    language,
    texts: null,
  }))
}

function shuffled<T>(list: readonly T[], random: () => number): readonly T[] {
  return list
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}
