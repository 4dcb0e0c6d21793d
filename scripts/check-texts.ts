// Runs Dragoman's own checks on its own interface: every language is complete, no check fails, all keys used
// in the code exist, and none is unused.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type Forms,
  groupPlurals,
  hasText,
  i18nextSyntax,
  normalizeForms,
  requiredForms,
  runChecks,
  type Unit,
  unitId,
} from '@dragoman/core'
import { i18nextJson } from '@dragoman/formats'

const SOURCE = 'en'
/** Checks that are a matter of taste for short interface texts (`Name`, `Status`). */
const NOT_ASKED = new Set(['unchanged'])

const root = path.resolve(import.meta.dirname, '..')
const locales = path.join(root, 'packages/client/public/locales')
const languages = readdirSync(locales).sort()
const problems: string[] = []
const sourceNames = new Set<string>()

for (const file of readdirSync(path.join(locales, SOURCE)).sort()) checkNamespace(file)
checkUse()
checkStories()

for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0
    ? `Texts are complete in ${languages.join(', ')}.`
    : `${problems.length} problems in texts.`,
)
process.exit(problems.length === 0 ? 0 : 1)

function checkNamespace(file: string): void {
  const documents = languages.map((language) => ({
    language,
    document: i18nextJson.read(readOrEmpty(path.join(locales, language, file))),
  }))
  for (const { language, document } of documents)
    for (const issue of document.issues) problems.push(`${language}/${file}: ${issue.code}`)
  const grouped = groupPlurals(
    documents.map(({ language, document }) => ({ language, entries: [...document.entries.values()] })),
    SOURCE,
  )
  const source = byId(grouped.get(SOURCE) ?? [])
  const namespace = file.replace(/\.json$/, '')
  for (const unit of source.values()) sourceNames.add(`${namespace}:${unit.name}`)
  for (const language of languages) checkLanguage(language, file, source, byId(grouped.get(language) ?? []))
}

function checkLanguage(
  language: string,
  file: string,
  source: ReadonlyMap<string, Unit>,
  target: ReadonlyMap<string, Unit>,
): void {
  for (const [id, unit] of target)
    if (!source.has(id)) problems.push(`${language}/${file}: ${unit.name} is not in ${SOURCE}`)
  for (const [id, unit] of source) {
    const forms: Forms = normalizeForms(target.get(id)?.forms ?? {})
    const place = `${language}/${file}: ${unit.name}`
    if (!hasText(forms)) problems.push(`${place} is not translated`)
    const missing = requiredForms(unit.plural, language, unit.forms).filter((form) => !forms[form])
    if (hasText(forms) && missing.length > 0) problems.push(`${place} lacks ${missing.join(', ')}`)
    const issues = runChecks({
      syntax: i18nextSyntax,
      sourceLanguage: SOURCE,
      language,
      plural: unit.plural,
      sourceForms: unit.forms,
      forms,
      maxLength: null,
      limits: null,
    })
    for (const issue of issues)
      if (!NOT_ASKED.has(issue.code))
        problems.push(`${place} (${issue.form}): ${issue.code} “${forms[issue.form] ?? ''}”`)
  }
}

/**
 * Keys in the code must exist, and every text must be used: by its name, with or without its namespace, or by
 * a name composed at run time from a template (`kind.${kind}`), which has separate tests.
 */
function checkUse(): void {
  const used = new Set<string>()
  const templates: RegExp[] = []
  for (const file of sourceFiles(path.join(root, 'packages/client/src'))) {
    const text = readFileSync(file, 'utf8')
    for (const [, name] of text.matchAll(/\b(?:t|i18nKey)[(=]\{?\s*['"]([a-z]+:[A-Za-z0-9_.-]+)['"]/g)) {
      if (name && !sourceNames.has(name) && !sourceNames.has(name.replace(/_[a-z]+$/, '')))
        problems.push(`${path.relative(root, file)}: no text ${name}`)
    }
    for (const [, name] of text.matchAll(/['"`]((?:[a-z]+:)?[A-Za-z0-9_.-]+)['"`]/g)) if (name) used.add(name)
    for (const [, template] of text.matchAll(/`(?=((?:[a-z]+:)?[A-Za-z0-9_.-]*\$\{[^`]*)`)/g))
      if (template && /^(?:[a-z]+:|[A-Za-z])/.test(template)) templates.push(patternOf(template))
  }
  for (const name of sourceNames) {
    const spellings = [name, name.slice(name.indexOf(':') + 1)]
    if (spellings.some((spelling) => used.has(spelling))) continue
    if (spellings.some((spelling) => templates.some((template) => template.test(spelling)))) continue
    problems.push(`${SOURCE}: nothing uses ${name}`)
  }
}

/** Browser stories find texts by key (`say('keys:add')`): each must exist. */
function checkStories(): void {
  const namespaces = new Set([...sourceNames].map((name) => name.slice(0, name.indexOf(':'))))
  const unsuffixed = new Set([...sourceNames].map((name) => name.replace(/_[a-z]+$/, '')))
  for (const file of sourceFiles(path.join(root, 'e2e'))) {
    const text = readFileSync(file, 'utf8')
    for (const [, name = '', namespace = ''] of text.matchAll(/'(([a-z][A-Za-z-]*):[A-Za-z][\w.-]*)'/g)) {
      if (!namespaces.has(namespace) || sourceNames.has(name)) continue
      // English does not have every plural form of the other languages.
      if (unsuffixed.has(name) || unsuffixed.has(name.replace(/_[a-z]+$/, ''))) continue
      problems.push(`${path.relative(root, file)}: no text ${name}`)
    }
  }
}

/**
 * Returns a pattern of the names that a template literal can produce: each `${…}` matches a part of a name.
 */
function patternOf(template: string): RegExp {
  const fixed = template
    .split(/\$\{[^}]*\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${fixed.join('[A-Za-z0-9_.-]+')}$`)
}

function byId(units: readonly Unit[]): ReadonlyMap<string, Unit> {
  return new Map(units.map((unit) => [unitId(unit), unit]))
}

function readOrEmpty(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch {
    problems.push(`${path.relative(locales, file)} is missing`)
    return new TextEncoder().encode('{}')
  }
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
}
