import type { Format, Recognition } from '../format.ts'
import { createIni, editIni } from './edit-ini.ts'
import { INI, readIni } from './read-ini.ts'

/** INI files as go-ini (gogs) and programs for Windows read them: headings, keys, values with or without quotes. */
export const ini: Format = {
  id: INI,
  extensions: ['.ini'],
  languages: 'one',
  plurals: 'none',
  syntax: 'printf',
  holds: ['comment', 'nesting'],
  recognise: recogniseIni,
  read: (bytes) => readIni(bytes),
  edit: (document, edits, model = null) => editIni(document, edits, model),
  create: (model, edits) => createIni(edits, model),
}

function recogniseIni(path: string, head: string): Recognition {
  const hasItem = /^[ \t]*[^\s;#[=][^=\r\n]*=/m.test(head)
  if (/\.ini$/i.test(path)) return hasItem ? { certainty: 2, reason: 'ini-extension' } : { certainty: 1, reason: 'ini-extension' }
  const isIniLike = /\.(?:txt|lng|lang)$/i.test(path) && hasItem && /^[ \t]*\[[^\]\r\n]+\][ \t]*\r?$/m.test(head)
  return isIniLike ? { certainty: 1, reason: 'ini-syntax' } : { certainty: 0, reason: 'other-extension' }
}
