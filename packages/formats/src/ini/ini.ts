import { guardEdit } from '../edit/guard-edit.ts'
import { fileFamily } from '../file-family.ts'
import type { Format, Recognition } from '../format.ts'
import { createIni, editIni } from './edit-ini.ts'
import { limitsOfIni } from './ini-session.ts'
import { INI, readIni } from './read-ini.ts'

const LAYOUTS = ['folder', 'file', 'dash', 'dot', 'name'] as const
const INI_FILES = fileFamily(['.ini'], LAYOUTS, { isCommon: true })
const TEXT_FILES = fileFamily(['.txt', '.lng'], LAYOUTS, { isCommon: true })

/**
 * INI files as go-ini (gogs) and programs for Windows read them: headings, keys, values with or without
 * quotes.
 */
export const ini: Format = {
  id: INI,
  about: 'INI, and Joomla’s language files',
  extensions: ['.ini', '.txt', '.lng'],
  families: [INI_FILES, TEXT_FILES],
  languages: 'one',
  plurals: 'none',
  syntax: 'printf',
  supports: ['comment', 'nesting'],
  recognise: recogniseIni,
  read: (bytes) => readIni(bytes),
  limitsOf: limitsOfIni,
  edit: guardEdit(editIni),
  create: (model, edits) => createIni(edits, model),
}

function recogniseIni(path: string, head: string): Recognition {
  const hasItem = /^[ \t]*[^\s;#[=][^=\r\n]*=/m.test(head)
  if (/\.ini$/i.test(path))
    return hasItem ? { certainty: 2, reason: 'ini-extension' } : { certainty: 1, reason: 'ini-extension' }
  if (!/\.(?:txt|lng|lang)$/i.test(path) || !hasItem || !/^[ \t]*\[[^\]\r\n]+\][ \t]*\r?$/m.test(head))
    return { certainty: 0, reason: 'other-extension' }
  return { certainty: isAllIni(head) ? 2 : 1, reason: 'ini-syntax' }
}

/**
 * Returns whether nearly every line is valid INI: prose can have a heading in brackets and an equals sign
 * too.
 */
function isAllIni(head: string): boolean {
  const lines = head.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '')
  const fitting = lines.filter((line) => /^[ \t]*(?:[;#]|\[[^\]]+\][ \t]*$|[^\s=][^=]*=)/.test(line))
  return fitting.length * 10 >= lines.length * 9
}
