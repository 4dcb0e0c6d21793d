import type { FidelityCode, FidelityItem } from '@dragoman/formats'
import { oneLine } from '../one-line.ts'
import type { TargetFile } from './target-files.ts'

/** Report for people at a terminal: each file with its differences. */
export function textReport(files: readonly TargetFile[]): string {
  return files
    .map(({ path, format, report }) => [`${oneLine(path)} (${format})`, ...report.map(line)].join('\n'))
    .join('\n')
}

/** Report for programs. */
export function jsonReport(files: readonly TargetFile[]): string {
  return JSON.stringify(
    { files: files.map(({ bytes, ...file }) => ({ ...file, bytes: bytes.length })) },
    null,
    2,
  )
}

function line({ code, severity, count, examples }: FidelityItem): string {
  const names = examples.map(({ name, form }) => (form === undefined ? name : `${name} (${form})`)).join(', ')
  return `  ${severity.padEnd(7)}  ${count} × ${TEXTS[code]}: ${oneLine(names)}${count > examples.length ? ', …' : ''}`
}

const TEXTS: Readonly<Record<FidelityCode, string>> = {
  'name-refused': 'left out, the format does not allow this name',
  'text-refused': 'left out, the format cannot store this text',
  'form-refused': 'left out, the language has no such plural form there',
  'name-taken': 'left out, the name is already taken',
  'plural-refused': 'left out, the text does not have the plural forms of its key',
  'list-incomplete': 'the old text stays, because programs need all items of the list',
  'name-changed': 'the name changes',
  'plural-unknown': 'programs will not recognize this as a plural',
  'plural-as-keys': 'the plural forms become separate keys',
  'plural-kept-in-text': 'the plural stays inside the text as written',
  'placeholders-kept': 'the placeholders keep their old syntax',
  'markup-hidden': 'programs read a part of the text as a comment or an instruction and do not show it',
  'source-lost': 'the format cannot store the source text',
  'state-lost': 'the format cannot store the state',
  'comment-lost': 'the format cannot store the comment',
  'max-length-lost': 'the format cannot store the maximum length',
  'details-lost': 'the format cannot store references, flags, ids, placeholder types or other details',
  'file-details-lost': 'the format cannot store lines that do not belong to a text',
  'context-in-name': 'the context becomes part of the name',
  'entry-added': 'an entry that the format needs is added',
  'charset-changed': 'the character encoding changes',
  'nesting-flattened': 'nested names become one name with dots',
  'plural-into-text': 'the plural forms become one message',
  'plural-from-text': 'the message becomes plural forms',
  'plural-forms-named': 'the numbered plural forms get the names of CLDR',
  'placeholders-respelled': 'the placeholders are converted to the new syntax',
}
