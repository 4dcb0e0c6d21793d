import { groupBy } from '@dragoman/core'
import type { FolderJoins } from '../file-family.ts'
import { isNamedForTexts, LOCALE_FOLDER } from './locale-folder.ts'
import type { Reading } from './readings.ts'

/** Joins files of several folders that are one project, with the folder as the namespace or a part of it. */
export function mergeFolders(readings: readonly Reading[]): readonly Reading[] {
  const groups = groupBy(readings, (reading) => `${reading.layout}\n${reading.template}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    switch (first.layout) {
      case 'file-per-language':
        return first.family.joins.files === 'modules' ? mergeModules(group) : mergeNamespaceFolders(group)
      case 'language-before-extension':
      case 'language-after-name':
        return mergeNamed(group, first.family.joins.names)
      case 'languages-in-file':
        return mergeTables(group)
      case 'android-values':
      case 'gettext-locale':
        return mergeModules(group)
      default:
        return group
    }
  })
}

/**
 * Joins namespaces: `locales/app/en.json` and `locales/common/en.json` are one project with a namespace per
 * folder, `a/locales/en.json` and `b/locales/en.json` are two. The path above a folder named `locales` or
 * similar decides; without such a name, the common part of the paths does.
 */
function mergeNamespaceFolders(readings: readonly Reading[]): readonly Reading[] {
  const folders = new Set(readings.map((reading) => reading.base))
  const parents = new Map<string, string[]>()
  for (const folder of folders)
    parents.set(parentOf(folder), [...(parents.get(parentOf(folder)) ?? []), folder])
  const languages = new Map(
    [...groupBy(readings, ({ base }) => base)].map(([base, all]) => [
      base,
      new Set(all.map(({ language }) => language)),
    ]),
  )
  const counts = (folder: string) => languages.get(folder)?.size ?? 0
  const anchors = new Map(
    [...folders].map((folder) => {
      // Neighbours with hardly any of its languages are not namespaces of the same project.
      const siblings = (parents.get(parentOf(folder)) ?? []).filter(
        (other) => counts(other) * 4 > counts(folder),
      )
      return [folder, anchorOf(folder, siblings)]
    }),
  )
  const loose = [...folders].filter((folder) => anchors.get(folder) === null)
  const shared = sharedFolder(loose)
  const members = new Map<string, number>()
  for (const anchor of anchors.values())
    members.set(anchor ?? shared, (members.get(anchor ?? shared) ?? 0) + 1)
  return readings.map((reading) => {
    const base = anchors.get(reading.base) ?? shared
    if (members.get(base) === 1 || base === reading.base) return reading
    return { ...reading, base, template: `{ns}/${reading.template}`, namespace: below(reading.base, base) }
  })
}

/**
 * Returns the outermost folder of a path whose name shows that locale files are below it; null if none does.
 */
function anchorOf(folder: string, siblings: readonly string[]): string | null {
  const segments = folder.split('/')
  const at = segments.findIndex((segment) => LOCALE_FOLDER.test(segment))
  if (at < 0) return null
  const anchor = segments.slice(0, at + 1).join('/')
  if (anchor !== folder) return anchor
  // A namespace can also have such a name (`app`, `common`, `lang`), which its neighbours show.
  const isNamespace = siblings.some((other) => other !== folder && !LOCALE_FOLDER.test(lastOf(other)))
  return isNamespace ? null : anchor
}

function mergeNamed(readings: readonly Reading[], joins: FolderJoins['names']): readonly Reading[] {
  switch (joins) {
    case 'apart':
      return readings
    case 'shared':
      return mergeShared(readings)
    case 'nested':
      return mergeNested(readings)
  }
}

/** Joins nested folders, because a pattern that starts with `{ns}` also reads the folders below. */
function mergeNested(readings: readonly Reading[]): readonly Reading[] {
  const bases = new Set(
    readings.filter((reading) => reading.language !== null).map((reading) => reading.base),
  )
  const outermost = new Map<string, string>()
  for (const base of new Set(readings.map((reading) => reading.base))) {
    const steps =
      base === '' ? [''] : ['', ...base.split('/').map((_, i, all) => all.slice(0, i + 1).join('/'))]
    outermost.set(base, steps.find((step) => bases.has(step)) ?? base)
  }
  return readings.map((reading) => moveReading(reading, outermost.get(reading.base) ?? reading.base))
}

/** Joins tables; those alongside tables named for texts are other data. */
function mergeTables(readings: readonly Reading[]): readonly Reading[] {
  const named = readings.filter(({ path }) => isNamedForTexts(path))
  return mergeShared(named.length > 0 && readings[0]?.family.isCommon ? named : readings)
}

function mergeShared(readings: readonly Reading[]): readonly Reading[] {
  const named = readings.filter(
    (reading) => reading.language !== null || reading.layout === 'languages-in-file',
  )
  const shared = sharedFolder([
    ...new Set((named.length > 0 ? named : readings).map((reading) => reading.base)),
  ])
  return readings.flatMap((reading) => {
    const isBelow = shared === '' || reading.base === shared || reading.base.startsWith(`${shared}/`)
    return isBelow ? [moveReading(reading, shared)] : []
  })
}

function moveReading(reading: Reading, base: string): Reading {
  if (base === reading.base) return reading
  return { ...reading, base, namespace: `${below(reading.base, base)}/${reading.namespace ?? ''}` }
}

/**
 * Joins modules: `app/src/main/res` and `feature/home/src/main/res` belong to one program, each as a
 * namespace, if each has the same translated file.
 */
function mergeModules(readings: readonly Reading[]): readonly Reading[] {
  const translated = readings.filter((reading) => reading.language !== null)
  const bases = [...new Set(translated.map((reading) => reading.base))]
  const names = new Set(translated.map((reading) => reading.namespace ?? ''))
  const [name] = names
  const suffix = sharedEnd(bases)
  if (bases.length < 2 || names.size !== 1 || name === undefined || suffix === '' || bases.includes(suffix))
    return readings
  const modules = new Map(bases.map((base) => [base, base.slice(0, -suffix.length - 1)]))
  const shared = sharedFolder([...modules.values()].map((module) => parentOf(module)))
  return readings.map((reading) => {
    const module = modules.get(reading.base)
    if (module === undefined || (reading.namespace ?? '') !== name) return reading
    const template = `{ns}/${suffix}/${reading.template.replace('{ns}', name)}`
    return { ...reading, base: shared, template, namespace: below(module, shared) }
  })
}

function sharedEnd(folders: readonly string[]): string {
  const [first = [], ...rest] = folders.map((folder) => folder.split('/').reverse())
  const differs = first.findIndex((segment, i) => rest.some((other) => other[i] !== segment))
  return first
    .slice(0, differs < 0 ? first.length : differs)
    .reverse()
    .join('/')
}

/** Returns the innermost folder that contains, or is, all of them. */
export function sharedFolder(folders: readonly string[]): string {
  const [first = '', ...rest] = folders.map((folder) => folder.split('/'))
  if (first === '') return ''
  const differs = first.findIndex((segment, i) => rest.some((other) => other[i] !== segment))
  return first.slice(0, differs < 0 ? first.length : differs).join('/')
}

export function parentOf(folder: string): string {
  return folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))
}

function below(folder: string, base: string): string {
  return folder.slice(base === '' ? 0 : base.length + 1)
}

function lastOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1)
}
