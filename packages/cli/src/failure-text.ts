import type { Failure } from '@dragoman/contract'

/** An expected failure in a sentence for the terminal. */
export function failureText({ code, params }: Failure): string {
  switch (code) {
    case 'no-locale-files':
      return `No locale files were found in ${params.folder}. Looked for files of all known formats, such as locales/en/common.json, values/strings.xml or po/de.po, in all folders except node_modules, build output and those that begin with a dot. A dragoman.json in the folder can say where they are.`
    case 'unusable-project-file':
      return `${params.folder}/dragoman.json:${params.line}:${params.column}: ${params.reason}${params.field ? ` at ${params.field}` : ''}${params.value ? ` (${params.value})` : ''}.`
    case 'unusable-folder':
      return `${params.folder} ${REASONS.get(String(params.reason)) ?? 'cannot be used'}.`
    case 'already-exists':
      return `${params.folder ?? params.name ?? 'That'} exists already.`
    default:
      return `That did not work: ${code}.`
  }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['missing', 'does not exist'],
  ['not-a-folder', 'is not a folder'],
  ['not-permitted', 'may not be read by this user'],
])
