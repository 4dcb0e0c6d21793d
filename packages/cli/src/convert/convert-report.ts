import type { FidelityCode, FidelityItem } from '@dragoman/formats'
import type { TargetFile } from './target-files.ts'

/** For people at a terminal: each file with what differs in it. */
export function textReport(files: readonly TargetFile[]): string {
  return files
    .map(({ path, format, report }) => [`${path} (${format})`, ...report.map(line)].join('\n'))
    .join('\n')
}

/** For programs. */
export function jsonReport(files: readonly TargetFile[]): string {
  return JSON.stringify(
    { files: files.map(({ bytes, ...file }) => ({ ...file, bytes: bytes.length })) },
    null,
    2,
  )
}

function line({ code, severity, count, examples }: FidelityItem): string {
  const names = examples.map(({ name, form }) => (form === undefined ? name : `${name} (${form})`)).join(', ')
  return `  ${severity.padEnd(7)}  ${count} × ${TEXTS[code]}: ${names}${count > examples.length ? ', …' : ''}`
}

const TEXTS: Readonly<Record<FidelityCode, string>> = {
  'name-refused': 'left out, the format cannot have this name',
  'text-refused': 'left out, the format cannot hold this text',
  'form-refused': 'left out, the language has no such plural form there',
  'name-taken': 'left out, something else has this name',
  'name-changed': 'the name becomes another one',
  'plural-unknown': 'a program would not see that this is a plural',
  'plural-as-keys': 'the plural forms become keys of their own',
  'plural-kept-in-text': 'the plural stays within the text as it is written',
  'placeholders-kept': 'the placeholders keep their old syntax',
  'source-lost': 'the source text has no place',
  'state-lost': 'the state of the work has no place',
  'comment-lost': 'the comment has no place',
  'max-length-lost': 'the longest length has no place',
  'details-lost': 'references, flags, ids, placeholder types or other details have no place',
  'file-details-lost': 'lines that are about no text have no place',
  'context-in-name': 'the context becomes a part of the name',
  'entry-added': 'an entry that the format needs is added',
  'charset-changed': 'the charset becomes another one',
  'nesting-flattened': 'nested names become one name with dots',
  'plural-into-text': 'the plural forms become one message',
  'plural-from-text': 'the message becomes plural forms',
  'placeholders-respelled': 'the placeholders are spelled in the new syntax',
}
