import { FORM_NAMES, type Forms, LIMITS } from '@dragoman/core'
import { count } from '../count.ts'
import { oneLine } from '../one-line.ts'
import { lineOfKey } from '../place-in.ts'
import type { FoundConflict, PlannedChange, Preference } from './plan-namespace.ts'
import type { ReportedOutcome, SyncOutcome } from './run-sync.ts'

export type ReportOptions = {
  readonly command: string
  readonly project: string
  readonly server: string
  readonly prefer: Preference | null
  readonly isDry: boolean
}

/** Reports the changes that a run made or would make: each text with its old and new value. */
export function syncReport(
  outcome: ReportedOutcome,
  { command, project, server, prefer, isDry }: ReportOptions,
): string {
  const { isNew, sent, namespaces, elsewhere, unchangedFiles } = outcome
  const files = namespaces.flatMap(({ drafted }) => drafted)
  const conflicts = namespaces.flatMap(({ plan }) => plan.conflicts)
  const kept = namespaces.flatMap(({ plan }) => plan.kept)
  const held = files.flatMap(({ path, held: texts }) => texts.map((text) => ({ path, ...text })))
  const lines = [
    ...(isDry ? diffOfServer(sent, { project, server, isNew }) : []),
    ...(isDry ? files.flatMap(diffOfFile) : []),
    ...conflicts.flatMap(conflictLines),
    ...held.map(
      ({ path, name, code }) =>
        `${oneLine(path)}: ${shown(name)} cannot be stored there: ${code.replaceAll('-', ' ')}.`,
    ),
    ...outcome.left.map(
      ({ path, language }) =>
        `${oneLine(path)}: ${language} was removed on the server, so its texts stay as they are. Delete them here too, or add the language there.`,
    ),
    ...[...new Set(outcome.deletedFiles.map(({ path }) => path))].map(
      (path) =>
        `${oneLine(path)}: you deleted it, and its texts stay on the server. --delete deletes them there too; dragoman pull writes the file again.`,
    ),
    ...outcome.links.map((path) => `${oneLine(path)}: it is a link, or behind one, and was left out.`),
    ...outcome.refused.map(
      ({ change }) => `${shown(change.name)}: this token does not allow changing it${inLanguage(change)}.`,
    ),
    ...outcome.tooLong.map(tooLongLine),
    ...(outcome.notApproved.length === 0
      ? []
      : [
          `${count(outcome.notApproved.length, 'reviewed text')} with errors sent as translated: ${listed(outcome.notApproved.map(({ name, language }) => `${shown(name)} in ${language}`))}. Fix the errors, then review them again.`,
        ]),
    ...(kept.length === 0
      ? []
      : [
          `${count(kept.length, 'text')} that you deleted ${kept.length === 1 ? 'stays' : 'stay'} on the server: ${listed(kept.map((change) => `${shown(change.name)}${inLanguage(change)}`))}. --delete deletes them there too.`,
        ]),
    ...(outcome.otherSyntax === null || sent.length === 0
      ? []
      : [
          `The project uses the placeholder syntax ${outcome.otherSyntax.project}, these files use ${outcome.otherSyntax.files}: change it in the project settings.`,
        ]),
    ...(elsewhere.length === 0
      ? []
      : [`No pattern matches the namespaces ${oneLine(elsewhere.join(', '))}.`]),
  ]
  const written = files.filter(({ changes }) => changes.length > 0)
  const texts = written.reduce((sum, { changes }) => sum + changes.length, 0)
  const did = [
    ...(sent.length > 0
      ? [`${count(sent.length, 'change')} ${isDry ? 'to send' : 'sent'} to ${project}`]
      : []),
    ...(texts > 0
      ? [`${count(texts, 'text')} ${isDry ? 'to write' : 'written'} in ${count(written.length, 'file')}`]
      : []),
    ...(conflicts.length > 0 ? [`${count(conflicts.length, 'conflict')}`] : []),
  ]
  const looked = namespaces.length === 0 ? `${count(unchangedFiles, 'file')} unchanged` : ''
  lines.push(
    did.length > 0
      ? `${did.join(', ')}.${isDry ? ' Nothing was changed: this was a dry run.' : ''}`
      : `Nothing to ${command}${looked === '' ? '' : `: ${looked}`}.`,
  )
  if (conflicts.length > 0) lines.push(adviceFor(conflicts, { command, prefer }))
  return lines.join('\n')
}

function adviceFor(
  conflicts: readonly FoundConflict[],
  { command, prefer }: Pick<ReportOptions, 'command' | 'prefer'>,
): string {
  if (prefer === null)
    return `Both sides changed the same text. Resolve it in the file or on the server, or choose a side: dragoman ${command} --prefer local, or --prefer server.`
  const languages = [...new Set(conflicts.map(({ part }) => part.language))].sort().join(',')
  return `These translations might be newer on the server, because the files and the server never had the same texts in this clone. Get them with dragoman pull --prefer server, or replace them with those of the files: dragoman ${command} --prefer local --language ${languages}.`
}

function tooLongLine({ change, path }: SyncOutcome['tooLong'][number]): string {
  const { name, language } = change
  const [what, limit] =
    language === null
      ? [`a key with the name ${shown(name.slice(0, SHOWN_OF_NAME))}…`, LIMITS.keyNameMax]
      : [`${shown(name)} in ${language}`, LIMITS.formMax]
  const characters = limit.toLocaleString('en')
  return `${oneLine(path)}: ${what} was not sent: it is longer than ${characters} characters. Shorten it, then push again.`
}

/** Characters of a name that is too long. */
const SHOWN_OF_NAME = 60

function diffOfServer(
  sent: SyncOutcome['sent'],
  { project, server, isNew }: Pick<ReportOptions, 'project' | 'server'> & { readonly isNew: boolean },
): string[] {
  if (sent.length === 0 && !isNew) return []
  return [
    `${project} on ${server}${isNew ? ' (new project)' : ''}`,
    ...sent.flatMap((planned) => [`  ${titleOf(planned)}`, ...diffOfChange(planned)]),
  ]
}

function diffOfChange(planned: PlannedChange): string[] {
  const { change, removed } = planned
  if (change.kind === 'add-key')
    return Object.entries(change.texts).flatMap(([language, { forms }]) => textsOf('+', language, forms))
  if (removed !== undefined) return [...removed].flatMap(([language, forms]) => textsOf('-', language, forms))
  return diffOf(planned)
}

/** Returns the texts of a new or deleted key in one of its languages. */
function textsOf(sign: '+' | '-', language: string, forms: Forms): string[] {
  const isPlural = Object.keys(forms).some((one) => one !== 'other')
  return FORM_NAMES.flatMap((form) => {
    const text = forms[form]
    const label = isPlural ? `${language}, ${form}` : language
    return text === undefined ? [] : [`    ${sign} ${label}: ${shown(text)}`]
  })
}

function titleOf({ change, name, namespace }: SyncOutcome['sent'][number]): string {
  const key = `${namespace}: ${shown(name)}`
  switch (change.kind) {
    case 'add-key':
      return `${key} (new key${Object.keys(change.texts).length === 0 ? ', no text' : ''})`
    case 'remove-key':
      return `${key} (deleted)`
    case 'edit-key':
      return `${key} (${Object.keys(change.fields).map(nameOfField).join(', ')})`
    case 'translate':
      return `${key} (${change.language})`
    default:
      return change satisfies never
  }
}

function nameOfField(field: string): string {
  return FIELD_NAMES.get(field) ?? field
}

const FIELD_NAMES: ReadonlyMap<string, string> = new Map([
  ['path', 'path in the file'],
  ['maxLength', 'maximum length'],
  ['syntax', 'placeholder syntax'],
])

function diffOfFile({
  path,
  before,
  changes,
}: SyncOutcome['namespaces'][number]['drafted'][number]): string[] {
  if (changes.length === 0) return []
  return [
    before === null ? `${oneLine(path)} (new file)` : oneLine(path),
    ...changes.flatMap(({ line: lineOf, language, before: was, after }) => {
      const line = lineOf()
      const place = line === null ? '' : `:${line}`
      const name = shown((after ?? was)?.name ?? '')
      return [
        `  ${name}${place} (${language})`,
        ...diffOf({ before: was?.forms ?? {}, after: after?.forms ?? {} }),
      ]
    }),
  ]
}

function diffOf({ before, after }: { readonly before: Forms; readonly after: Forms }): string[] {
  const isPlural = [...Object.keys(before), ...Object.keys(after)].some((form) => form !== 'other')
  return FORM_NAMES.flatMap((form) => {
    const [was, is] = [before[form], after[form]]
    if (was === is) return []
    const label = isPlural ? `${form}: ` : ''
    return [
      ...(was === undefined ? [] : [`    - ${label}${shown(was)}`]),
      ...(is === undefined ? [] : [`    + ${label}${shown(is)}`]),
    ]
  })
}

function conflictLines({ part, theirs, ours, base }: FoundConflict): string[] {
  const name = (theirs ?? ours ?? base)?.name ?? ''
  const line = lineOfKey(part.document, name)
  return [
    `${oneLine(part.path)}${line === null ? '' : `:${line}`}: conflict in ${shown(name)} (${part.language})`,
    ...sideLines('here', theirs?.forms),
    ...sideLines('server', ours?.forms),
  ]
}

function sideLines(side: string, forms: Forms | undefined): string[] {
  const found = FORM_NAMES.flatMap((form) => {
    const text = forms?.[form]
    return text === undefined ? [] : [{ form, text }]
  })
  if (found.length === 0) return [`    ${side.padEnd(6)}  (deleted)`]
  const isPlural = found.some(({ form }) => form !== 'other')
  return found.map(({ form, text }) => `    ${side.padEnd(6)}  ${isPlural ? `${form}: ` : ''}${shown(text)}`)
}

/** Quotes text on one line, with terminal control characters and direction changes escaped. */
function shown(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll(UNSEEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const UNSEEN = /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

function inLanguage({ change }: PlannedChange): string {
  return change.kind === 'translate' ? ` in ${change.language}` : ''
}

const NAMED_AT_MOST = 10

function listed(names: readonly string[]): string {
  return `${names.slice(0, NAMED_AT_MOST).join(', ')}${names.length > NAMED_AT_MOST ? ', …' : ''}`
}
